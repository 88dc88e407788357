import { fenOf } from '#lib/money.ts'
import type { BillLine } from '../driver.ts'

/** Each value of WeChat Pay's bills stands behind a backtick, so that no workbook takes it for a number. */
const cellsOf = (line: string) => line.split(',').map(cell => cell.replace(/^`/, '').trim())

/** 交易账单 (`bill_type=ALL`): payments and refunds of a day, then a line of sums. */
export function readTradeBill(text: string): BillLine[] {
  const [heading = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = cellsOf(heading)
  const found: BillLine[] = []
  for (const line of lines) {
    if (!line.startsWith('`')) break
    const cells = cellsOf(line)
    const of = (name: string) => {
      const at = names.indexOf(name)
      if (at < 0) throw new Error(`微信支付的账单没有“${name}”一栏`)
      return cells[at] ?? ''
    }
    const isRefund = of('交易状态') === 'REFUND'
    if (of('交易状态') === 'REVOKED') continue
    found.push({
      kind: isRefund ? 'refund' : 'payment',
      transactionId: of('微信订单号'),
      number: of('商户订单号'),
      refundNumber: isRefund ? of('商户退款单号') : '',
      fen: fenOf(Number(isRefund ? of('申请退款金额') : of('订单金额'))),
      feeFen: fenOf(Number(of('手续费'))),
    })
  }
  return found
}
