import { z } from 'zod'
import { type Agreed, jsonIn, signedCaller } from '#lib/server/http/signedCalls.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { colours, paperFiles } from '../../eInvoiceWords.ts'
import {
  type BlueRequest,
  type InvoiceDriver,
  ProviderRefusal,
  type RedRequest,
  type Word,
  type WordFile,
} from './invoiceDriver.ts'

export const PREFIX = 'x-invoice'
const LARGEST_WORD = 64 << 10
const LARGEST_FILE = 10 * MEGABYTE

const short = z.string().max(200)
const answer = z.object({
  requestNumber: z.string().max(32),
  state: z.enum(['issuing', 'issued', 'failed']),
  colour: z.enum(colours),
  amount: z.string().regex(/^\d{1,10}\.\d\d$/),
  number: short.default(''),
  issuedOn: z
    .string()
    .regex(/^(\d{4}-\d\d-\d\d)?$/)
    .default(''),
  reason: short.default(''),
  files: z
    .array(
      z.object({
        kind: z.enum(paperFiles),
        size: z.int().min(1).max(LARGEST_FILE),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(paperFiles.length)
    .default([]),
})
const refusal = z.object({ message: short })

/** Parses a message of the provider; undefined: not understood. */
export function readWord(body: Buffer): Word | undefined {
  const read = answer.safeParse(jsonIn(body))
  return read.success ? { ...read.data, amount: Number(read.data.amount) } : undefined
}

const sumText = (amount: number) => amount.toFixed(2)

/** The generic protocol of docs/einvoice-api.md: JSON over HTTP, signed on both sides. */
export function genericDriver(agreed: Agreed): InvoiceDriver {
  const ask = signedCaller(agreed, { prefix: PREFIX, called: '开票服务' })
  const wordIn = ({ status, body }: { status: number; body: Buffer }): Word => {
    if (status === 200 || status === 202) {
      const word = readWord(body)
      if (word) return word
    }
    const said = refusal.safeParse(jsonIn(body))
    if (status >= 400 && status < 500 && status !== 429 && said.success) throw new ProviderRefusal(said.data.message)
    throw new Error(`开票服务的应答无法识别（${status}）`)
  }
  const send = async (asked: object) =>
    wordIn(await ask('POST', '/invoices', { body: JSON.stringify(asked), most: LARGEST_WORD }))
  const shared = ({ amount, ...asked }: BlueRequest | Omit<RedRequest, 'isWhole'>) => ({
    ...asked,
    amount: sumText(amount),
  })
  return {
    name: 'generic',
    papers: ['invoice', 'duesReceipt'],
    blue: asked => send({ ...shared(asked), colour: 'blue' }),
    red: ({ isWhole: _, ...asked }) => send({ ...shared(asked), colour: 'red' }),
    query: async ({ requestNumber }) => {
      const answered = await ask('GET', `/invoices/${requestNumber}`, { most: LARGEST_WORD })
      return answered.status === 404 ? undefined : wordIn(answered)
    },
    download: async (requestNumber, { kind }: WordFile) => {
      const { status, body } = await ask('GET', `/invoices/${requestNumber}/files/${kind}`, { most: LARGEST_FILE })
      if (status !== 200) throw new Error(`开票服务没有给出文件（${status}）`)
      return body
    },
  }
}
