/** What a status list says of a credential: over for good, or for the time being. */
export const statusPurposes = ['revocation', 'suspension'] as const
export type StatusPurpose = (typeof statusPurposes)[number]
