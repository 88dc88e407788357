import { typedKeys } from '#lib/keys.ts'

/**
 * States of a refund: a payer's request is examined, a second person approves it in time, then it is paid out. What staff
 * ask for begins with `asked`.
 */
export const refundStateNames = {
  requested: '待受理',
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
  'requested',
  'asked',
  'agreed',
  'paid',
  'refused',
  'withdrawn',
] as const satisfies readonly RefundState[]

/** States in which a refund is promised or may be: no more than the rest can be asked for. */
export const underWay = ['requested', 'asked', 'agreed'] as const satisfies readonly RefundState[]
