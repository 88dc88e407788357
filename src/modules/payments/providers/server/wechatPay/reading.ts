import type { WechatPaySettings } from '#lib/server/process/paymentSettings.ts'
import { type PaymentStatus, type RefundStatus, UntrustedNotification } from '../driver.ts'
import { partIn, textIn } from '../providerRequests.ts'

type Json = Record<string, unknown>
type Account = Pick<WechatPaySettings, 'merchant' | 'appId'>

const STATES: Record<string, 'waiting' | 'closed'> = {
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'closed',
}

/** A transaction as callbacks and queries tell it. */
export function readTransaction(of: Json, account: Account): PaymentStatus {
  const merchant = textIn(of, 'mchid')
  if (merchant !== account.merchant || textIn(of, 'appid') !== account.appId)
    throw new UntrustedNotification('不是我们的商户号')
  const known = { number: textIn(of, 'out_trade_no'), merchant }
  const state = textIn(of, 'trade_state')
  // A refunded order was paid first; refunds are notified separately.
  if (state !== 'SUCCESS' && state !== 'REFUND') return { ...known, state: STATES[state] ?? 'unknown' }
  const amount = partIn(of, 'amount')
  if ((textIn(amount, 'currency') || 'CNY') !== 'CNY') throw new UntrustedNotification('币种不是人民币')
  return {
    ...known,
    state: 'paid',
    transactionId: required(of, 'transaction_id'),
    fen: fenIn(amount, 'total'),
    paidAt: momentIn(of, 'success_time'),
  }
}

/** A refund: callbacks call its state `refund_status`, answers `status`. An answer does not say whose it is: we had asked. */
export function readRefund(of: Json, { merchant }: Account): RefundStatus {
  const said = textIn(of, 'mchid')
  if (said && said !== merchant) throw new UntrustedNotification('不是我们的商户号')
  const known = {
    number: required(of, 'out_refund_no'),
    orderNumber: required(of, 'out_trade_no'),
    merchant,
    fen: fenIn(partIn(of, 'amount'), 'refund'),
  }
  switch (textIn(of, 'refund_status') || textIn(of, 'status')) {
    case 'SUCCESS':
      return { ...known, state: 'done', refundId: required(of, 'refund_id'), doneAt: momentIn(of, 'success_time') }
    case 'ABNORMAL':
      return { ...known, state: 'failed', why: '付款人的账户收不了款（退款异常）' }
    case 'CLOSED':
      return { ...known, state: 'failed', why: '微信支付已关闭这笔退款' }
    default:
      return { ...known, state: 'pending' }
  }
}

function required(of: Json, name: string): string {
  const value = textIn(of, name)
  if (!value) throw new UntrustedNotification(`没有 ${name}`)
  return value
}

function fenIn(of: Json, name: string): number {
  const value = of[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new UntrustedNotification(`${name} 不是金额`)
  return value
}

function momentIn(of: Json, name: string): Date {
  const at = new Date(required(of, name))
  if (Number.isNaN(at.getTime())) throw new UntrustedNotification(`${name} 不是时间`)
  return at
}
