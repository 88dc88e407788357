import { typedKeys } from '#lib/keys.ts'

/** States of a refund with the provider. */
export const sentStateNames = {
  waiting: '待提交',
  sent: '支付机构处理中',
  done: '已原路退回',
  failed: '退回失败',
} as const
export type SentState = keyof typeof sentStateNames
export const sentStates = typedKeys(sentStateNames)
