import { clockOf, type Line, yuanText } from '../payments.ts'
import type { Parties } from './signing.ts'

const HEADINGS =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

const row = (cells: readonly (string | number)[]) => cells.map(cell => `\`${cell}`).join(',')
const sum = (numbers: readonly number[]) => yuanText(numbers.reduce((all, one) => all + one, 0))

/** 交易账单, as it is downloaded: a byte order mark, values behind backticks, sums at the end. */
export function tradeBill(parties: Parties, day: string, lines: readonly Line[]): string {
  const rows = lines.map(({ kind, transactionId, number, refundNumber, fen, feeFen, about = '会费', sumText }) => {
    const isRefund = kind === 'refund'
    const sum = sumText ?? yuanText(fen)
    const [paid, back] = isRefund ? ['0.00', sum] : [sum, '0.00']
    return row([
      clockOf(new Date(`${day}T02:00:00Z`)),
      parties.appId,
      parties.merchantId,
      0,
      '',
      transactionId,
      number,
      'oStandIn',
      'NATIVE',
      isRefund ? 'REFUND' : 'SUCCESS',
      'OTHERS',
      'CNY',
      paid,
      '0.00',
      isRefund ? `50${transactionId}` : 0,
      isRefund ? refundNumber : 0,
      back,
      '0.00',
      isRefund ? 'ORIGINAL' : '',
      isRefund ? 'SUCCESS' : '',
      about,
      '',
      (feeFen / 100).toFixed(5),
      '0.60%',
      paid,
      back,
      '',
    ])
  })
  const of = (kind: Line['kind']) => lines.filter(line => line.kind === kind).map(({ fen }) => fen)
  const sums = [
    lines.length,
    sum(of('payment')),
    sum(of('refund')),
    '0.00',
    (lines.reduce((all, { feeFen }) => all + feeFen, 0) / 100).toFixed(5),
    sum(of('payment')),
    sum(of('refund')),
  ]
  return `\uFEFF${[HEADINGS, ...rows, SUMS, row(sums)].join('\r\n')}\r\n`
}
