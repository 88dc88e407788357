import type { Books, Form, Invoice, Mode } from './books.ts'
import type { Account, Reply } from './gateway.ts'

type ServiceRequest = Record<string, unknown>
type Serving = { books: Books; account: Account; origin: string; mode: () => Mode }

const fenOf = (text: unknown) => Math.round(Number(text) * 100)
const yuanOf = (fen: number) => (fen / 100).toFixed(2)
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): ServiceRequest => (typeof value === 'object' && value !== null ? { ...value } : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const linesOf = (value: unknown) => listOf(value).map(objectOf)
const done = (result?: unknown): Reply => ({ code: 'E0000', describe: '成功', result })
const refuse = (describe: string, code = 'E4000'): Reply => ({ code, describe })

/** The services of 诺税通 SaaS that an association needs, each as it is published. */
export function openServices({
  books,
  account,
  origin,
  mode,
}: Serving): Record<string, (asked: ServiceRequest) => Promise<Reply>> {
  async function bill(asked: ServiceRequest): Promise<Reply> {
    const order = objectOf(asked.order)
    const orderNo = text(order.orderNo)
    const fault = faultInOrder(order, account)
    if (fault) return refuse(fault)
    if (books.byOrder(orderNo)) return refuse('订单编号或流水号不能重复', 'E9106')
    if (mode() === 'refuse') return refuse('企业信息备案错误，请联系诺诺网', 'E9301')
    const [line = {}] = linesOf(order.invoiceDetail)
    const more = mode() === 'wrongSum' ? 100 : 0
    const invoice = await books.add({
      orderNo,
      colour: 'blue',
      buyerName: text(order.buyerName),
      goodsName: text(line.goodsName),
      remark: text(order.remark),
      excluded: fenOf(line.taxExcludedAmount) + more,
      tax: fenOf(line.tax),
      blueNumber: '',
    })
    if (mode() === 'fail') {
      invoice.status = '22'
      invoice.failCause = '购方税号与税务登记不符'
    } else if (mode() === 'unsealed') invoice.status = '24'
    else if (mode() !== 'hold') await books.issue(invoice)
    await books.save()
    return done({ invoiceSerialNum: invoice.serialNo })
  }

  async function query(asked: ServiceRequest): Promise<Reply> {
    const serials = listOf(asked.serialNos).map(String)
    const orders = listOf(asked.orderNos).map(String)
    const found = serials.length > 0 ? serials.map(books.bySerial) : orders.map(books.byOrder)
    const known = found.filter(of => of !== undefined)
    return known.length > 0 ? done(known.map(of => resultOf(of, origin, account))) : refuse('发票不存在', 'E9500')
  }

  async function seal({ fpqqlsh, orderno }: ServiceRequest): Promise<Reply> {
    const invoice = books.bySerial(text(fpqqlsh)) ?? books.byOrder(text(orderno))
    if (!invoice) return refuse('发票不存在', 'E9500')
    if (invoice.status === '24' && mode() !== 'unsealed') await books.issue(invoice)
    return done()
  }

  async function apply(asked: ServiceRequest): Promise<Reply> {
    const billId = text(asked.billId)
    const blueNumber = text(asked.blueElecInvoiceNumber)
    if (books.forms.some(form => form.billId === billId)) return refuse('红字确认单申请号重复', 'E9999')
    const fault = faultInForm(asked, account)
    if (fault) return refuse(fault)
    const detail = linesOf(asked.detail)
    const blue = books.byNumber(blueNumber)
    if (!blue && detail.length === 0) return refuse('蓝字发票不存在，不能全额冲红')
    const sums = { excluded: -(blue?.excluded ?? 0), tax: -(blue?.tax ?? 0) }
    if (detail.length > 0) {
      sums.excluded = detail.reduce((sum, line) => sum + fenOf(line.taxExcludedAmount), 0)
      sums.tax = detail.reduce((sum, line) => sum + fenOf(line.taxAmount), 0)
    }
    if (books.leftOf(blueNumber) + sums.excluded + sums.tax < 0) return refuse('该发票不能重复冲红', 'E9103')
    const waits = mode() === 'confirm'
    const billStatus = waits ? '02' : '01'
    const redReason = text(asked.redReason)
    const form = await books.apply({ billId, blueNumber, redReason, ...sums, billStatus, atBureau: billStatus })
    if (mode() === 'unfetched') form.isOpen = true
    else if (!waits) await books.takeBack(form)
    await books.save()
    return done(billId)
  }

  async function queryForm({ billId, billNo, identity }: ServiceRequest): Promise<Reply> {
    if (identity !== '0') return refuse('操作方身份不正确')
    const list = books.forms.filter(
      form => form.billStatus !== '' && (billId ? form.billId === billId : form.billNo === billNo),
    )
    return done({ total: list.length, list: list.map(formResult) })
  }

  /** Takes over the state at the tax bureau. */
  async function refresh({ identity, billUuid, startTime, endTime }: ServiceRequest): Promise<Reply> {
    if (identity !== '0' || !(billUuid || (startTime && endTime))) return refuse('参数不正确', '9520')
    for (const form of books.forms.filter(of => !billUuid || of.billUuid === billUuid)) {
      form.billStatus = form.atBureau
      if (['01', '04'].includes(form.billStatus) && form.serialNo === '') await books.takeBack(form)
    }
    await books.save()
    return done()
  }

  async function fetchRed({ orderNo, taxNum, billNo, billUuid, elecInvoiceNumber }: ServiceRequest): Promise<Reply> {
    const form = books.forms.find(of => of.billNo === billNo && of.billUuid === billUuid)
    if (!form?.isOpen || form.blueNumber !== elecInvoiceNumber || taxNum !== account.taxNumber)
      return refuse('红字确认单不存在', 'E4000')
    if (form.serialNo === '') await books.takeBack(form, text(orderNo))
    return done({ invoiceSerialNum: form.serialNo })
  }

  return {
    'nuonuo.OpeMplatform.fastInvoiceRed': fetchRed,
    'nuonuo.OpeMplatform.requestBillingNew': bill,
    'nuonuo.OpeMplatform.queryInvoiceResult': query,
    'nuonuo.OpeMplatform.reInvoice': seal,
    'nuonuo.OpeMplatform.saveInvoiceRedConfirm': apply,
    'nuonuo.OpeMplatform.queryInvoiceRedConfirm': queryForm,
    'nuonuo.OpeMplatform.refreshInvoiceRedConfirm': refresh,
  }
}

/** Why an order is not taken; empty: it is. */
function faultInOrder(order: ServiceRequest, { taxNumber }: Account): string {
  const lines = linesOf(order.invoiceDetail)
  const [line = {}] = lines
  const included = fenOf(line.taxIncludedAmount)
  const excluded = fenOf(line.taxExcludedAmount)
  const tax = fenOf(line.tax)
  if (!/^[\w-]{1,20}$/.test(text(order.orderNo))) return '订单号最长 20 位'
  if (text(order.buyerName) === '') return '购方名称必填'
  if (order.salerTaxNum !== taxNumber) return '销方税号与授权的税号不符'
  if (text(order.clerk) === '') return '数电票须传开票员'
  if (order.invoiceType !== '1' || order.invoiceLine !== 'pc') return '开票类型或发票种类不正确'
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text(order.invoiceDate))) return '订单时间不正确'
  if (lines.length !== 1 || text(line.goodsName) === '' || !/^\d{19}$/.test(text(line.goodsCode)))
    return '商品编码不正确'
  if (included <= 0 || excluded + tax !== included) return '价税合计不等于金额与税额之和'
  if (Math.abs(excluded * Number(line.taxRate) - tax) > 6) return '税额误差超过 0.06'
  if (Number(line.taxRate) === 0 && !['03', '04'].includes(text(line.favouredPolicyFlag)))
    return '零税率须有优惠政策标识'
  return ''
}

function faultInForm(asked: ServiceRequest, { taxNumber }: Account): string {
  if (!/^\d{20}$/.test(text(asked.blueElecInvoiceNumber))) return '对应蓝字数电票号码不正确'
  if (asked.applySource !== '0' || asked.sellerTaxNo !== taxNumber || asked.blueInvoiceLine !== 'pc')
    return '申请方不正确'
  if (!['1', '2', '3', '4'].includes(text(asked.redReason))) return '冲红原因不正确'
  const detail = linesOf(asked.detail)
  if (detail.length > 0 && asked.redReason === '2') return '开票有误须全额冲红'
  const isBelowZero = detail.every(line => fenOf(line.taxExcludedAmount) < 0 && fenOf(line.taxAmount) <= 0)
  return isBelowZero && detail.every(line => text(line.blueDetailIndex) === '1') ? '' : '红字明细不正确'
}

function resultOf(of: Invoice, origin: string, { taxNumber }: Account) {
  const isIssued = of.status === '2'
  const file = (kind: string) => (isIssued ? `${origin}/files/${of.serialNo}.${kind}` : '')
  return {
    serialNo: of.serialNo,
    orderNo: of.orderNo,
    status: of.status,
    statusMsg: { '2': '开票完成（最终状态）', '20': '开票中', '22': '开票失败', '24': '开票成功签章失败' }[of.status],
    failCause: of.failCause,
    pdfUrl: file('pdf'),
    ofdUrl: file('ofd'),
    xmlUrl: file('xml'),
    invoiceTime: isIssued ? of.at : null,
    invoiceCode: '',
    invoiceNo: isIssued ? of.number : '',
    allElectronicInvoiceNumber: isIssued ? of.number : '',
    exTaxAmount: yuanOf(of.excluded),
    taxAmount: yuanOf(of.tax),
    orderAmount: yuanOf(of.excluded + of.tax),
    payerName: of.buyerName,
    invoiceKind: '电子发票(普通发票)',
    oldEleInvoiceNumber: of.blueNumber,
    salerTaxNum: taxNumber,
    remark: of.remark,
    invoiceType: of.colour === 'blue' ? '1' : '2',
  }
}

const formResult = ({ excluded, tax, blueNumber, serialNo, isOpen, atBureau: _, ...form }: Form) => ({
  ...form,
  invoiceSerialNum: serialNo || null,
  openStatus: isOpen ? 1 : 0,
  applySource: 0,
  blueInvoiceLine: 'pc',
  blueElecInvoiceNumber: blueNumber,
  taxExcludedAmount: yuanOf(excluded),
  taxAmount: yuanOf(tax),
})
