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

/** 应收状态. `claimed`: its payer has sent a slip; `refused`: the slip was sent back; `cancelled`: it is owed no more. */
export const receivableStateNames = {
  due: '待缴',
  claimed: '待确认',
  confirmed: '已确认',
  refused: '凭证被退回',
  waived: '已免缴',
  cancelled: '已作废',
} as const
export type ReceivableState = keyof typeof receivableStateNames
export const receivableStates = typedKeys(receivableStateNames)

/** States of what is unpaid, or not yet confirmed. */
export const openReceivableStates = ['due', 'claimed', 'refused'] as const satisfies readonly ReceivableState[]
export const isOpenReceivable = (state: ReceivableState) => openReceivableStates.some(open => open === state)

/** 开票申请. `refused`: it cannot be printed as its payer has it; correcting it asks again. */
export const invoiceStateNames = {
  none: '不开发票',
  requested: '待开票',
  issued: '已开票',
  refused: '已退回',
} as const
export type InvoiceState = keyof typeof invoiceStateNames
export const invoiceStates = typedKeys(invoiceStateNames)

/** How a payer was told. `nobody`: neither account nor phone number is known. */
export const toldNames = {
  message: '已发到会员中心',
  sms: '已发短信通知',
  nobody: '没有可通知的账号或手机，请自行转交',
} as const
export type Told = keyof typeof toldNames
export const tolds = typedKeys(toldNames)

export const invoiceKindName = (isSpecial: boolean) => (isSpecial ? '增值税专用发票' : '增值税普通发票')
export const titleTypeName = (isPersonal: boolean) => (isPersonal ? '个人' : '单位')
