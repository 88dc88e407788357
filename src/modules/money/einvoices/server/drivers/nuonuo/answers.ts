import { z } from 'zod'
import { dayOf } from '#lib/dates.ts'
import { sumOf } from '#lib/money.ts'
import { Disbelief } from '#lib/server/http/signedNotices.ts'
import { paperFiles } from '../../../eInvoiceWords.ts'
import { type Known, ProviderRefusal, type Word } from '../invoiceDriver.ts'
import { said } from './gateway.ts'

const invoice = z.object({
  serialNo: said,
  status: said,
  statusMsg: said,
  failCause: said,
  invoiceTime: said,
  allElectronicInvoiceNumber: said,
  invoiceNo: said,
  orderAmount: said,
  exTaxAmount: said,
  taxAmount: said,
  invoiceType: said,
  oldEleInvoiceNumber: said,
  pdfUrl: said,
  ofdUrl: said,
  xmlUrl: said,
})
export type Invoice = z.output<typeof invoice>
export const invoices = z.union([z.array(invoice).max(50), invoice.transform(one => [one])]).nullish()

const form = z.object({
  billNo: said,
  billUuid: said,
  billStatus: said,
  billMessage: said,
  blueElecInvoiceNumber: said,
  blueInvoiceNumber: said,
  taxExcludedAmount: said,
  taxAmount: said,
  invoiceSerialNum: said,
  openStatus: said,
})
export type Form = z.output<typeof form>
export const forms = z.object({ list: z.array(form).max(50).nullish() }).nullish()

/** Request in progress; `reason`: what it is waiting for. */
export const waiting = ({ requestNumber, colour, amount }: Known, reason = ''): Word => ({
  requestNumber,
  state: 'issuing',
  colour,
  amount,
  number: '',
  issuedOn: '',
  reason,
  files: [],
})
const failed = (asked: Known, reason: string): Word => ({ ...waiting(asked, reason), state: 'failed' })

export const ISSUED = '2'
export const UNSEALED = '24'

/** Status of an invoice. The caller compares amount and number with the request before trusting them. */
export function wordOfInvoice(of: Invoice, asked: Known): Word {
  switch (of.status) {
    case ISSUED:
      return wordOfIssued(of, asked)
    case '20':
      return waiting(asked)
    case '21':
      return waiting(asked, '开票成功，诺诺正在签章')
    case UNSEALED:
      return waiting(asked, '开票成功但签章失败，已请诺诺重新签章')
    case '22':
      return failed(asked, (of.failCause || of.statusMsg).slice(0, 200))
    case '3':
    case '31':
      return failed(asked, '这张发票已在诺诺作废')
    default:
      return waiting(asked, `诺诺给出的状态 ${of.status} 无法识别，请在诺诺工作台查看`)
  }
}

function wordOfIssued(of: Invoice, asked: Known): Word {
  const amount = of.orderAmount === '' ? sumIn(of.exTaxAmount, of.taxAmount) : Number(of.orderAmount)
  if (!Number.isFinite(amount) || amount === 0) throw new Error('诺诺没有给出价税合计')
  if (asked.colour === 'red' && of.oldEleInvoiceNumber !== '' && of.oldEleInvoiceNumber !== asked.blueNumber)
    throw new Disbelief(`冲红的是 ${of.oldEleInvoiceNumber}，不是 ${asked.blueNumber}`)
  const isRed = of.invoiceType === '2' || of.oldEleInvoiceNumber !== '' || amount < 0
  const at = Number(of.invoiceTime)
  return {
    requestNumber: asked.requestNumber,
    state: 'issued',
    colour: isRed ? 'red' : of.invoiceType === '1' ? 'blue' : asked.colour,
    amount: Math.abs(amount),
    number: of.allElectronicInvoiceNumber || of.invoiceNo,
    issuedOn: at > 0 ? dayOf(new Date(at)) : '',
    reason: '',
    files: paperFiles.map(kind => ({ kind, url: of[`${kind}Url`] })).filter(({ url }) => url !== ''),
  }
}

const sumIn = (...texts: string[]) => (texts[0] === '' ? Number.NaN : sumOf(texts.map(Number)))

/** Why a red one will not be issued, by the state of its 红字确认单. */
const voids: Record<string, string> = {
  '05': '购买方没有同意红字确认单',
  '06': '协会没有同意购买方录入的红字确认单',
  '07': '红字确认单超过 72 小时没有确认，已作废',
  '08': '红字确认单已撤销',
  '09': '红字确认单确认后又撤销',
  '10': '红字确认单因异常凭证作废',
}

/** Status of a 红字确认单 without an invoice yet. */
export function wordOfForm({ billStatus, billMessage, billNo }: Form, asked: Known): Word {
  const refusal = billStatus === '16' ? billMessage || '税务局没有接受红字确认单申请' : voids[billStatus]
  if (refusal) return failed(asked, refusal.slice(0, 200))
  const named = billNo ? `红字确认单 ${billNo} ` : '红字确认单'
  switch (billStatus) {
    case '01':
    case '04':
      return waiting(asked, `${named}已生效，等待红字发票`)
    case '02':
      return waiting(asked, `${named}等待购买方在电子税务局确认，72 小时内有效`)
    case '03':
      return waiting(asked, `${named}等待协会在电子税务局确认，72 小时内有效`)
    default:
      return waiting(asked, `${named}申请中`)
  }
}

/** A form that was made elsewhere takes back this paper, and this much. */
export function checkForm(of: Form, { blueNumber, amount }: Known): void {
  const blue = of.blueElecInvoiceNumber || of.blueInvoiceNumber
  if (blue !== '' && blue !== blueNumber) throw new ProviderRefusal(`红字确认单冲红的是 ${blue}，不是 ${blueNumber}`)
  const sum = Math.abs(sumIn(of.taxExcludedAmount, of.taxAmount))
  if (Number.isFinite(sum) && Math.round(sum * 100) !== Math.round(amount * 100))
    throw new ProviderRefusal(`红字确认单的金额是 ${sum} 元，与要冲红的 ${amount} 元不符`)
}
