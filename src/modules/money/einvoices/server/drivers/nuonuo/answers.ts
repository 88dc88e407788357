import { z } from 'zod'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { UntrustedNotification } from '#lib/server/http/signedNotices.ts'
import { paperFiles } from '../../../../eInvoiceWords.ts'
import { ProviderRefusal, type ProviderStatus, type RequestRef } from '../invoiceDriver.ts'
import { textField } from './gateway.ts'

const invoice = z.object({
  serialNo: textField,
  status: textField,
  statusMsg: textField,
  failCause: textField,
  invoiceTime: textField,
  allElectronicInvoiceNumber: textField,
  invoiceNo: textField,
  orderAmount: textField,
  exTaxAmount: textField,
  taxAmount: textField,
  invoiceType: textField,
  oldEleInvoiceNumber: textField,
  pdfUrl: textField,
  ofdUrl: textField,
  xmlUrl: textField,
})
export type Invoice = z.output<typeof invoice>
export const invoices = z.union([z.array(invoice).max(50), invoice.transform(one => [one])]).nullish()

const form = z.object({
  billNo: textField,
  billUuid: textField,
  billStatus: textField,
  billMessage: textField,
  blueElecInvoiceNumber: textField,
  blueInvoiceNumber: textField,
  taxExcludedAmount: textField,
  taxAmount: textField,
  invoiceSerialNum: textField,
  openStatus: textField,
})
export type Form = z.output<typeof form>
export const forms = z.object({ list: z.array(form).max(50).nullish() }).nullish()

/** Request in progress; `reason`: what it is waiting for. */
export const waiting = ({ requestNumber, colour, amount }: RequestRef, reason = ''): ProviderStatus => ({
  requestNumber,
  state: 'issuing',
  colour,
  amount,
  number: '',
  issuedOn: '',
  reason,
  files: [],
})
const failed = (asked: RequestRef, reason: string): ProviderStatus => ({ ...waiting(asked, reason), state: 'failed' })

export const ISSUED = '2'
export const UNSEALED = '24'

/** Status of an invoice. The caller compares amount and number with the request before trusting them. */
export function statusOfInvoice(of: Invoice, asked: RequestRef): ProviderStatus {
  switch (of.status) {
    case ISSUED:
      return statusOfIssued(of, asked)
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

function statusOfIssued(of: Invoice, asked: RequestRef): ProviderStatus {
  const amount = of.orderAmount === '' ? sumIn(of.exTaxAmount, of.taxAmount) : Number(of.orderAmount)
  if (!Number.isFinite(amount) || amount === 0) throw new Error('诺诺没有给出价税合计')
  if (asked.colour === 'red' && of.oldEleInvoiceNumber !== '' && of.oldEleInvoiceNumber !== asked.blueNumber)
    throw new UntrustedNotification(`冲红的是 ${of.oldEleInvoiceNumber}，不是 ${asked.blueNumber}`)
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

const sumIn = (...texts: string[]) => (texts[0] === '' ? Number.NaN : sumAmounts(texts.map(Number)))

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
export function statusOfForm({ billStatus, billMessage, billNo }: Form, asked: RequestRef): ProviderStatus {
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
export function checkForm(of: Form, { blueNumber, amount }: RequestRef): void {
  const blue = of.blueElecInvoiceNumber || of.blueInvoiceNumber
  if (blue !== '' && blue !== blueNumber) throw new ProviderRefusal(`红字确认单冲红的是 ${blue}，不是 ${blueNumber}`)
  const sum = Math.abs(sumIn(of.taxExcludedAmount, of.taxAmount))
  if (Number.isFinite(sum) && Math.round(sum * 100) !== Math.round(amount * 100))
    throw new ProviderRefusal(`红字确认单的金额是 ${sum} 元，与要冲红的 ${amount} 元不符`)
}
