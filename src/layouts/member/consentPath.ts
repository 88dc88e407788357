const ADDRESS = '/admin/user/consent'

export const isConsentPath = (path: string) => path.replace(/\/+$/, '') === ADDRESS

/** Where a new version of the documents is agreed to, with the way back. */
export const consentPath = (target: string) => `${ADDRESS}?dir=${encodeURIComponent(JSON.stringify([target]))}`
