import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ofdOf, type Printed, pdfOf, xmlOf } from './papers.ts'

export type EInvoiceRequest = {
  requestNumber: string
  paper: 'invoice' | 'duesReceipt'
  colour: 'blue' | 'red'
  amount: string
  item: string
  remark?: string
  blueNumber?: string
  reason?: string
  buyer: { name: string; creditCode: string }
}
export type Entry = {
  asked: EInvoiceRequest
  state: 'issuing' | 'issued' | 'failed'
  number: string
  issuedOn: string
  reason: string
}
/** Reaction to the next request: issue at once, issue on a click, refuse, or issue without an answer. */
export const modeNames = { issue: '立即开具', hold: '等人点击', fail: '拒绝', cut: '开具但不应答' } as const
export type Mode = keyof typeof modeNames
export const isMode = (text: unknown): text is Mode => typeof text === 'string' && text in modeNames

const paperNames = { invoice: '数电发票（替身）', duesReceipt: '社会团体会费收据（替身）' } as const

/** Stores requests and issued invoices in a file that survives restarts. */
export async function openBooks(folder: string) {
  const path = join(folder, 'books.json')
  const entries = new Map<string, Entry>(JSON.parse(await readFile(path, 'utf8').catch(() => '[]')))
  const save = () => writeFile(path, JSON.stringify([...entries]))

  const standing = (number: string) =>
    [...entries.values()]
      .filter(({ state, asked }) => state === 'issued' && asked.blueNumber === number)
      .reduce((sum, { asked }) => sum + Number(asked.amount), 0)

  /** Why a red one is refused; empty: it is not. */
  function faultOf({ colour, blueNumber = '', amount }: EInvoiceRequest): string {
    if (colour === 'blue') return ''
    const blue = [...entries.values()].find(({ number }) => number === blueNumber)
    if (!blue) return /^\d{8,20}$/.test(blueNumber) ? '' : '没有这张蓝字票据'
    return standing(blueNumber) + Number(amount) > Number(blue.asked.amount) + 0.001 ? '红字合计超过蓝字' : ''
  }

  return {
    all: () => [...entries.values()].reverse(),
    find: (requestNumber: string) => entries.get(requestNumber),
    faultOf,
    add: async (asked: EInvoiceRequest) => {
      const entry: Entry = { asked, state: 'issuing', number: '', issuedOn: '', reason: '' }
      entries.set(asked.requestNumber, entry)
      await save()
      return entry
    },
    issue: async (entry: Entry) => {
      if (entry.state === 'issued') return
      const serial = [...entries.values()].filter(({ number }) => number).length + 1
      const now = new Date(Date.now() + 8 * 3_600_000).toISOString()
      // Include the process id, so that no two runs issue the same number.
      entry.number = `26${now.slice(2, 10).replaceAll('-', '')}${String(process.pid % 10_000).padStart(4, '0')}${String(serial).padStart(8, '0')}`
      entry.issuedOn = now.slice(0, 10)
      entry.state = 'issued'
      await save()
    },
    fail: async (entry: Entry, reason: string) => {
      if (entry.state !== 'issuing') return
      entry.state = 'failed'
      entry.reason = reason
      await save()
    },
  }
}

const printedOf = ({ asked, number, issuedOn }: Entry): Printed => ({
  title: paperNames[asked.paper],
  lines: [
    `号码：${number}`,
    `开具日期：${issuedOn}`,
    `购买方：${asked.buyer.name} ${asked.buyer.creditCode}`,
    `项目：${asked.item}`,
    `价税合计：${asked.colour === 'red' ? '-' : ''}${asked.amount} 元`,
    ...(asked.remark ? [`备注：${asked.remark}`] : []),
    ...(asked.blueNumber ? [`冲红：${asked.blueNumber} ${asked.reason ?? ''}`] : []),
  ],
})

export async function filesOf(entry: Entry): Promise<Record<string, Buffer>> {
  if (entry.state !== 'issued') return {}
  const printed = printedOf(entry)
  return { pdf: pdfOf(printed), ofd: await ofdOf(printed), xml: xmlOf(printed) }
}

/** Message about an entry, the same in webhooks and in answers to requests and queries. */
export async function entryMessage(entry: Entry): Promise<string> {
  const { asked, state, number, issuedOn, reason } = entry
  const files = Object.entries(await filesOf(entry)).map(([kind, bytes]) => ({
    kind,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  const { requestNumber, colour, amount } = asked
  return JSON.stringify({ requestNumber, colour, amount, state, number, issuedOn, reason, files })
}
