import { formatYuan } from '#lib/money.ts'

type Asked = {
  amount: number
  about: string
  received: number
  reason: string
  askedName: string
  payee: string
  bank: string
  account: string
  ruleReason: string
  ruleAmount: number | null
}

/** What the acts on a refund say beforehand, on its screen and in a message's link alike. */
export const sumOf = (of: Pick<Asked, 'amount'>) => `${formatYuan(of.amount)} 元`
export const payeeOf = (of: Pick<Asked, 'payee' | 'bank' | 'account'>) =>
  [of.payee, of.bank, of.account].filter(Boolean).join(' ')

export const acceptWords = (of: Asked) =>
  `${of.askedName}申请从“${of.about}”（实收 ${formatYuan(of.received)} 元）退 ${sumOf(of)}至 ${payeeOf(of)}。原因：${of.reason}。${of.ruleReason && `规则：${of.ruleReason}${of.ruleAmount === null ? '' : `，${formatYuan(of.ruleAmount)} 元`}。`}受理后由另一位同事在“双人复核”同意，再汇出。`
export const ACCEPTED = '已受理，由另一位同事在“双人复核”同意'

export const DECLINE_WORDS = '这笔申请就此结束，缴费人收到消息，可以重新申请。'
export const DECLINED = '已驳回，已告知缴费人'
