/** Purposes of a status list: `revocation` is final, `suspension` is temporary. */
export const statusPurposes = ['revocation', 'suspension'] as const
export type StatusPurpose = (typeof statusPurposes)[number]
