import { typedKeys } from '#lib/keys.ts'

/** Kind of the receivable of a membership fee. */
export const MEMBER_FEE = 'memberFee'

/** 会费状态. `cancelled`: given up for another of the same year. */
export const feeStateNames = {
  due: '待缴',
  claimed: '待确认',
  confirmed: '已确认',
  refused: '凭证被退回',
  waived: '已免缴',
  cancelled: '已作废',
} as const
export type FeeState = keyof typeof feeStateNames
export const feeStates = typedKeys(feeStateNames)

/** States of fees that are unpaid or not yet confirmed. */
export const openFeeStates = ['due', 'claimed', 'refused'] as const satisfies readonly FeeState[]
export const isOpenFee = (state: FeeState) => openFeeStates.some(open => open === state)

/** Fee values before a bank payment was posted, needed to undo it. */
export type FormerFee = { state: FeeState; paidOn: string | null; payer: string; feePaidYear: number | null }
