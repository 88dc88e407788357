/** The address of a file of ours. */
export const OWN = /^\/api\/file\/(\d{1,10})(\?[\w=&]*)?$/
export const isOwn = (url: string | null) => OWN.test(url ?? '')
