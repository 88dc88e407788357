import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Invoice = {
  orderNo: string
  serialNo: string
  colour: 'blue' | 'red'
  buyerName: string
  goodsName: string
  remark: string
  /** Net amount in fen, negative for a red invoice. */
  excluded: number
  tax: number
  blueNumber: string
  /** 2 issued, 20 under way, 22 failed, 24 not sealed. */
  status: '2' | '20' | '22' | '24'
  failCause: string
  number: string
  at: number
}
export type Form = {
  billId: string
  billNo: string
  billUuid: string
  billStatus: string
  billMessage: string
  blueNumber: string
  redReason: string
  excluded: number
  tax: number
  serialNo: string
  /** Issued by the tax bureau, whether or not it is known here. */
  isOpen: boolean
  /** State at the tax bureau; the platform learns it only after a refresh request. */
  atBureau: string
}
/** Reaction to the next request. */
export const modeNames = {
  issue: '立即开具',
  hold: '开票中，等人点击',
  fail: '开票失败',
  unsealed: '签章失败',
  refuse: '不接受请求',
  cut: '开具但不应答',
  wrongSum: '开错金额',
  confirm: '红字待购买方确认',
  unfetched: '红字在税务局已开，还没有取回',
} as const
export type Mode = keyof typeof modeNames
export const isMode = (text: unknown): text is Mode => typeof text === 'string' && text in modeNames

type StoredBooks = { invoices: Invoice[]; forms: Form[] }

let last = 0
const nextSerial = () => `${Date.now()}${String(++last).padStart(7, '0')}`.slice(0, 20)

/** Stores requested, issued and reversed invoices in a file that survives restarts. */
export async function openBooks(folder: string) {
  const path = join(folder, 'books.json')
  const { invoices, forms }: StoredBooks = JSON.parse(
    await readFile(path, 'utf8').catch(() => '{"invoices":[],"forms":[]}'),
  )
  const save = () => writeFile(path, JSON.stringify({ invoices, forms }))

  const issue = async (invoice: Invoice) => {
    if (invoice.number === '') {
      const issued = invoices.filter(({ number }) => number).length + 1
      const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(2, 10).replaceAll('-', '')
      // Include the process id, so that no two runs issue the same number.
      invoice.number = `25${day}${String(process.pid % 10_000).padStart(4, '0')}${String(issued).padStart(8, '0')}`
      invoice.at = Date.now()
    }
    invoice.status = '2'
    await save()
  }

  const byNumber = (number: string) => invoices.find(of => of.number === number)
  /** Rest of a blue invoice in fen including tax; infinite for one issued elsewhere, which is unknown here. */
  const leftOf = (blueNumber: string) => {
    const blue = byNumber(blueNumber)
    if (!blue) return Number.POSITIVE_INFINITY
    return invoices
      .filter(of => of.blueNumber === blueNumber)
      .reduce((left, red) => left + red.excluded + red.tax, blue.excluded + blue.tax)
  }

  return {
    invoices,
    forms,
    save,
    issue,
    byNumber,
    leftOf,
    byOrder: (orderNo: string) => invoices.find(of => of.orderNo === orderNo),
    bySerial: (serialNo: string) => invoices.find(of => of.serialNo === serialNo),
    add: async (of: Omit<Invoice, 'serialNo' | 'status' | 'failCause' | 'number' | 'at'>) => {
      const invoice: Invoice = { ...of, serialNo: nextSerial(), status: '20', failCause: '', number: '', at: 0 }
      invoices.push(invoice)
      await save()
      return invoice
    },
    apply: async (
      of: Pick<Form, 'billId' | 'blueNumber' | 'redReason' | 'excluded' | 'tax' | 'billStatus' | 'atBureau'>,
    ) => {
      const billNo = `33${nextSerial().slice(-16)}`
      const form: Form = {
        ...of,
        billNo,
        billUuid: randomUUID().replaceAll('-', ''),
        billMessage: '',
        serialNo: '',
        isOpen: false,
      }
      forms.push(form)
      await save()
      return form
    },
    /** The tax bureau issues the red one by itself, as soon as nobody has to agree any more. */
    takeBack: async (form: Form, orderNo = form.billId) => {
      const blue = byNumber(form.blueNumber)
      const red: Invoice = {
        orderNo,
        serialNo: nextSerial(),
        colour: 'red',
        buyerName: blue?.buyerName ?? '',
        goodsName: blue?.goodsName ?? '',
        remark: '',
        excluded: form.excluded,
        tax: form.tax,
        blueNumber: form.blueNumber,
        status: '20',
        failCause: '',
        number: '',
        at: 0,
      }
      invoices.push(red)
      form.serialNo = red.serialNo
      form.isOpen = true
      await issue(red)
    },
  }
}
export type Books = Awaited<ReturnType<typeof openBooks>>
