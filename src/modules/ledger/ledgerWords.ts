import { typedKeys } from '#lib/keys.ts'

/** How money came. `writeOff`: none came; what was missing is borne by the association. */
export const wayNames = {
  line: '银行流水入账',
  online: '在线支付',
  slip: '凭证确认',
  cash: '现金',
  pos: 'POS 刷卡',
  cheque: '支票',
  private: '个人收款码',
  writeOff: '差额核销',
} as const
export type Way = keyof typeof wayNames
export const ways = typedKeys(wayNames)

/** Ways of payments that a colleague records by hand. */
export const recordedWays = ['cash', 'pos', 'cheque', 'private', 'slip'] as const satisfies readonly Way[]
export type RecordedWay = (typeof recordedWays)[number]
