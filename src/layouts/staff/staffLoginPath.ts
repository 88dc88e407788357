/** The entrance of the back office, with the way back. */
export const staffLoginPath = (target: string) => `/staff/login?dir=${encodeURIComponent(JSON.stringify([target]))}`
