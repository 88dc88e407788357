import { typedKeys } from '#lib/keys.ts'

/** Documents accepted at registration. */
export const documentNames = { privacy: '隐私政策', terms: '用户协议' } as const
export type DocumentName = keyof typeof documentNames
export const documentCodes = typedKeys(documentNames)
