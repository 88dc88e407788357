const ADDRESS = '/admin/user/consent'

export const isConsentPath = (path: string) => path.replace(/\/+$/, '') === ADDRESS

export const consentPath = (target: string) => `${ADDRESS}?dir=${encodeURIComponent(JSON.stringify([target]))}`
