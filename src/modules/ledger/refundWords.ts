import { typedKeys } from '#lib/keys.ts'

/** States of a refund: a second person approves it in time, then it is paid out. */
export const refundStateNames = {
  asked: '待同意',
  expired: '同意已过期',
  agreed: '待汇出',
  paid: '已退',
  refused: '已驳回',
  withdrawn: '已撤回',
} as const
export type RefundState = keyof typeof refundStateNames
export const refundStates = typedKeys(refundStateNames)

/** States stored in the table. "expired" is derived from the date. */
export const storedStates = [
  'asked',
  'agreed',
  'paid',
  'refused',
  'withdrawn',
] as const satisfies readonly RefundState[]
