import { typedKeys } from '#lib/keys.ts'

/** Kinds of differences between the provider's bill and our register. */
export const differenceKindNames = {
  missingHere: '账单有、本站没有的支付',
  missingThere: '本站有、账单没有的支付',
  sum: '支付金额不同',
  double: '同一订单支付两次',
  refundMissingHere: '账单有、本站没有的退款',
  refundMissingThere: '本站有、账单没有的退款',
  refundSum: '退款金额不同',
  unread: '账单中不能读取的一行',
} as const
export type DifferenceKind = keyof typeof differenceKindNames
export const differenceKinds = typedKeys(differenceKindNames)

export const differenceStateNames = { open: '待处理', resolved: '已处理' } as const
export const differenceStates = typedKeys(differenceStateNames)
