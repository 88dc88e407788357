/** The address of a file of ours. */
export const OWN = /^\/api\/file\/(\d+)$/
export const isOwn = (url: string | null) => OWN.test(url ?? '')
