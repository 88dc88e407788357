import { z } from 'zod'
import { type AgreedSettings, parseJson, signedCaller } from '#lib/server/http/signedCalls.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { colours, type ProviderFile, paperFiles } from '../../../eInvoiceWords.ts'
import {
  type BlueRequest,
  type InvoiceDriver,
  ProviderRefusal,
  type ProviderStatus,
  type RedRequest,
} from './invoiceDriver.ts'

export const PREFIX = 'x-invoice'
const MAX_MESSAGE_BYTES = 64 << 10
const MAX_FILE_BYTES = 10 * MEGABYTE

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
        size: z.int().min(1).max(MAX_FILE_BYTES),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(paperFiles.length)
    .default([]),
})
const refusal = z.object({ message: short })

/** Parses a message of the provider; undefined: not understood. */
export function parseProviderStatus(body: Buffer): ProviderStatus | undefined {
  const read = answer.safeParse(parseJson(body))
  return read.success ? { ...read.data, amount: Number(read.data.amount) } : undefined
}

const sumText = (amount: number) => amount.toFixed(2)

/** The generic protocol of docs/einvoice-api.md: JSON over HTTP, signed on both sides. */
export function genericDriver(agreed: AgreedSettings): InvoiceDriver {
  const ask = signedCaller(agreed, { prefix: PREFIX, called: '开票服务' })
  const wordIn = ({ status, body }: { status: number; body: Buffer }): ProviderStatus => {
    if (status === 200 || status === 202) {
      const word = parseProviderStatus(body)
      if (word) return word
    }
    const said = refusal.safeParse(parseJson(body))
    if (status >= 400 && status < 500 && status !== 429 && said.success) throw new ProviderRefusal(said.data.message)
    throw new Error(`开票服务的应答无法识别（${status}）`)
  }
  const send = async (asked: object) =>
    wordIn(await ask('POST', '/invoices', { body: JSON.stringify(asked), most: MAX_MESSAGE_BYTES }))
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
      const answered = await ask('GET', `/invoices/${requestNumber}`, { most: MAX_MESSAGE_BYTES })
      return answered.status === 404 ? undefined : wordIn(answered)
    },
    download: async (requestNumber, { kind }: ProviderFile) => {
      const { status, body } = await ask('GET', `/invoices/${requestNumber}/files/${kind}`, { most: MAX_FILE_BYTES })
      if (status !== 200) throw new Error(`开票服务没有给出文件（${status}）`)
      return body
    },
  }
}
