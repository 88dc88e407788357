import type { ReceivableState } from '#modules/ledger/ledgerWords.ts'

/** Kind of the receivable of a membership fee. */
export const MEMBER_FEE = 'memberFee'

/** Fee values before a bank payment was posted, needed to undo it. */
export type FormerFee = { state: ReceivableState; paidOn: string | null; payer: string; feePaidYear: number | null }
