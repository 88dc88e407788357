import type { z } from 'zod'
import { addDays, dayOf } from '#lib/dates.ts'
import { fenOf, yuanOf } from '#lib/money.ts'
import { callProvider } from '#lib/server/http/callProvider.ts'
import type { NuonuoSettings } from '#lib/server/process/invoiceSettings.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import {
  type BlueRequest,
  type DriverContext,
  type InvoiceDriver,
  ProviderRefusal,
  type ProviderStatus,
  type RedRequest,
  type RequestRef,
} from '../invoiceDriver.ts'
import {
  checkForm,
  type Form,
  forms,
  type Invoice,
  invoices,
  statusOfForm,
  statusOfInvoice,
  UNSEALED,
  waiting,
} from './answers.ts'
import { type Answer, callNuonuo, OK, refusalError, unavailableError } from './gateway.ts'

const MAX_FILE_BYTES = 10 * MEGABYTE
/** We, who have sold. */
const SELLER = '0'
/** Days back for which confirmation forms are fetched from the tax bureau. */
const FORM_SEARCH_DAYS = 89

/** 诺诺开放平台 (诺税通 SaaS): 数电普票, blue and red; receipts for dues it does not issue. */
export function nuonuoDriver(ctx: DriverContext, of: NuonuoSettings): InvoiceDriver {
  const call = (method: string, content: object) => callNuonuo(ctx, of, `nuonuo.OpeMplatform.${method}`, content)

  async function invoiceBy(which: { orderNos: string[] } | { serialNos: string[] }): Promise<Invoice | undefined> {
    const answer = await call('queryInvoiceResult', { ...which, isOfferInvoiceDetail: '0' })
    return isUnknown(answer) ? undefined : resultIn(answer, invoices)?.[0]
  }

  /** Requests sealing again for an invoice that was issued but not sealed; it must not be issued twice. */
  async function wordOf(found: Invoice, asked: RequestRef): Promise<ProviderStatus> {
    if (found.status === UNSEALED) await call('reInvoice', { fpqqlsh: found.serialNo, orderno: asked.requestNumber })
    return statusOfInvoice(found, asked)
  }

  async function blueStanding(asked: RequestRef): Promise<ProviderStatus | undefined> {
    const found = await invoiceBy({ orderNos: [asked.requestNumber] })
    return found && wordOf(found, asked)
  }

  async function formBy({ requestNumber, confirmation }: RequestRef): Promise<Form | undefined> {
    const which = confirmation ? { billNo: confirmation } : { billId: requestNumber }
    const answer = await call('queryInvoiceRedConfirm', { identity: SELLER, ...which })
    return isUnknown(answer) ? undefined : resultIn(answer, forms)?.list?.[0]
  }

  /**
   * Refreshes the confirmation form from the tax bureau: the platform is not told of forms made there or of the buyer's
   * response.
   */
  async function formNow(asked: RequestRef): Promise<Form | undefined> {
    const found = await formBy(asked)
    if (found && !['02', '03'].includes(found.billStatus)) return found
    if (!found && asked.confirmation === '') return
    const today = dayOf(new Date())
    const which = found?.billUuid
      ? { billUuid: found.billUuid }
      : { startTime: addDays(today, -FORM_SEARCH_DAYS), endTime: today }
    await call('refreshInvoiceRedConfirm', { identity: SELLER, extensionNumber: of.extension, ...which })
    return (await formBy(asked)) ?? found
  }

  async function redStanding(asked: RequestRef): Promise<ProviderStatus | undefined> {
    const form = await formNow(asked)
    if (!form) return
    checkForm(form, asked)
    const issued = await redBy(form, asked)
    return issued ? wordOf(issued, asked) : statusOfForm(form, asked)
  }

  /** The tax bureau issues it by itself, and the platform may have to be told to fetch it. */
  async function redBy(
    { invoiceSerialNum, openStatus, billNo, billUuid }: Form,
    { requestNumber, blueNumber }: RequestRef,
  ) {
    if (invoiceSerialNum !== '') return invoiceBy({ serialNos: [invoiceSerialNum] })
    if (openStatus !== '1') return
    const which = { orderNo: requestNumber, taxNum: of.taxNumber, elecInvoiceNumber: blueNumber, billNo, billUuid }
    await call('fastInvoiceRed', { ...which, invoiceLine: ORDINARY })
    return invoiceBy({ orderNos: [requestNumber] })
  }

  /**
   * Queries the platform after every answer: its record of the number counts, and only a request it never accepted is
   * refused.
   */
  async function sent(
    answer: Answer,
    asked: RequestRef,
    standing: (asked: RequestRef) => Promise<ProviderStatus | undefined>,
  ) {
    const known = await standing(asked)
    if (known) return known
    if (answer.code === OK || isDouble(answer)) return waiting(asked)
    throw refusalError(answer)
  }

  return {
    name: 'nuonuo',
    papers: ['invoice'],
    blue: async request => {
      const answer = await call('requestBillingNew', { order: orderOf(request, of, new Date()) })
      return sent(answer, { ...request, colour: 'blue', blueNumber: '', confirmation: '' }, blueStanding)
    },
    red: async request => {
      const asked: RequestRef = { ...request, colour: 'red' }
      if (asked.confirmation === '')
        return sent(await call('saveInvoiceRedConfirm', formOf(request, of)), asked, redStanding)
      const known = await redStanding(asked)
      if (!known) throw new ProviderRefusal(`诺诺和税务局没有编号为 ${asked.confirmation} 的红字确认单，请核对编号`)
      return known
    },
    query: asked => (asked.colour === 'blue' ? blueStanding(asked) : redStanding(asked)),
    download: async (_, { url = '' }) => {
      const { status, body } = await callProvider(fileAddress(url, of), { method: 'GET', most: MAX_FILE_BYTES })
      if (status !== 200) throw new Error(`诺诺没有给出文件（${status}）`)
      return body
    },
  }
}

/** Returns whether the platform does not know the number. */
const isUnknown = ({ code, describe }: Answer) =>
  code === 'E9500' || (code !== OK && /不存在|(未|没有)(查询?|找)到|查无/.test(describe))
/** Returns whether the platform already has the number. */
const isDouble = ({ code, describe }: Answer) => code === 'E9106' || /号(不能|已)?重复|号已存在/.test(describe)

function resultIn<T extends z.ZodType>(answer: Answer, what: T): z.output<T> {
  if (answer.code !== OK) throw unavailableError(answer)
  return what.parse(answer.result)
}

/** Files are fetched from the platform's own hosts alone, by TLS; of a stand-in from where it is. */
export function fileAddress(url: string, { api }: Pick<NuonuoSettings, 'api'>): string {
  if (!URL.canParse(url)) throw new Error('诺诺没有给出文件的地址')
  const at = new URL(url)
  if (at.origin === new URL(api).origin) return at.href
  const isOwn = /\.(nuonuo\.com|jss\.com\.cn)$/.test(at.hostname)
  const isSandbox = api.endsWith('.nuonuocs.cn') && /\.(nuonuocs|nntest)\.cn$/.test(at.hostname)
  if (at.port !== '' || at.username !== '' || !(isOwn || isSandbox)) throw new Error('文件的地址不是诺诺的')
  at.protocol = 'https:'
  return at.href
}

/** 电子发票（普通发票），of the fully digital ones. */
const ORDINARY = 'pc'
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
