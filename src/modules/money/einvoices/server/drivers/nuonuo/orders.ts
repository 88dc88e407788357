import { fenOf, yuanOf } from '#lib/money.ts'
import type { NuonuoSettings } from '#lib/server/process/invoiceSettings.ts'
import type { BlueRequest, RedRequest } from '../invoiceDriver.ts'

/** 电子发票（普通发票），of the fully digital ones. */
export const ORDINARY = 'pc'
/** 增值税特殊管理, by the tax bureau's numbers. */
const policies: Record<string, string> = { exempt: '03', untaxed: '04' }

/** The sums of a line: what is paid, and of that what the tax is; each to the fen, and together the whole. */
export function sumsOf({ amount, taxRate }: { amount: number; taxRate: string }) {
  const rate = Number(taxRate) || 0
  const whole = fenOf(amount)
  const excluded = Math.round(whole / (1 + rate))
  const text = (fen: number) => yuanOf(fen).toFixed(2)
  return { rate: String(rate), included: text(whole), excluded: text(excluded), tax: text(whole - excluded) }
}

/** 2026-01-31 09:05:07, by the clock of Shanghai. */
const clockOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** 开票: one line, without a number and a price, so that a part of it can be taken back by its sum alone. */
export function orderOf(asked: BlueRequest, { taxNumber, clerk, extension }: NuonuoSettings, at: Date) {
  const { requestNumber, buyer, item, taxCode, taxRate, remark } = asked
  const { rate, included, excluded, tax } = sumsOf(asked)
  return {
    orderNo: requestNumber,
    invoiceDate: clockOf(at),
    invoiceType: '1',
    invoiceLine: ORDINARY,
    extensionNumber: extension,
    salerTaxNum: taxNumber,
    clerk,
    buyerName: buyer.name,
    buyerTaxNum: buyer.creditCode,
    buyerTel: buyer.phone,
    buyerAddress: buyer.address,
    buyerAccount: `${buyer.bank} ${buyer.account}`.trim(),
    naturalPersonFlag: buyer.creditCode === '' ? '1' : '0',
    // The association sends the files by itself.
    pushMode: '-1',
    remark: remark.slice(0, 200),
    invoiceDetail: [
      {
        goodsName: item,
        goodsCode: taxCode,
        withTaxFlag: '1',
        taxRate: rate,
        taxExcludedAmount: excluded,
        tax,
        taxIncludedAmount: included,
        invoiceLineProperty: '0',
        favouredPolicyFlag: policies[taxRate] ?? '0',
      },
    ],
  }
}

/** 1 销货退回 2 开票有误 3 服务中止 4 销售折让; 开票有误 takes back the whole alone. */
export function redReasonOf({ reason, isWhole }: Pick<RedRequest, 'reason' | 'isWhole'>): string {
  if (/误|错/.test(reason) && isWhole) return '2'
  return /折让|优惠|减免/.test(reason) ? '4' : '3'
}

/** 红字确认单: the whole without lines, a part with the one line of the blue one. */
export function formOf(asked: RedRequest, { taxNumber, extension }: NuonuoSettings) {
  const { requestNumber, blueNumber, buyer, item, taxCode, taxRate, isWhole } = asked
  const { rate, excluded, tax } = sumsOf(asked)
  const detail = [
    {
      blueDetailIndex: '1',
      goodsName: item,
      goodsCode: taxCode,
      taxRate: rate,
      taxExcludedAmount: `-${excluded}`,
      taxAmount: tax === '0.00' ? tax : `-${tax}`,
      favouredPolicyFlag: policies[taxRate] ?? '',
    },
  ]
  return {
    billId: requestNumber,
    orderNo: requestNumber,
    blueInvoiceLine: ORDINARY,
    // We, who have sold, apply.
    applySource: '0',
    blueElecInvoiceNumber: blueNumber,
    sellerTaxNo: taxNumber,
    sellerName: '',
    buyerTaxNo: buyer.creditCode,
    buyerName: buyer.name,
    redReason: redReasonOf(asked),
    extensionNumber: extension,
    ...(!isWhole && { detail }),
  }
}
