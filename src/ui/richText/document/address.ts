/** The address of a file of ours. */
export const OWN_FILE = /^\/api\/file\/(\d{1,10})(\?[\w=&]*)?$/
export const isOwnFile = (url: string | null) => OWN_FILE.test(url ?? '')
