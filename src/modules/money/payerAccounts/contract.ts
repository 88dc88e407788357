import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, int } from '#lib/form/fields.ts'
import { payerKinds } from '#modules/ledger/payers.ts'

const period = {
  /** First and last day; without them everything up to today. */
  from: day.optional(),
  to: day.optional(),
}
const payer = z.object({ kind: z.enum(payerKinds, `应为 ${payerKinds.join('、')} 之一`), id: int, ...period })

const line = z.object({
  /** Tells it apart among the lines. */
  key: z.string(),
  day: z.string(),
  about: z.string(),
  /** What became owed; below zero: waived, or given back. */
  owed: z.number().nullable(),
  /** What came; below zero: taken back, or given back. */
  received: z.number().nullable(),
  /** Owed less received after this line; below zero: the association has more than was owed. */
  balance: z.number(),
  receivableId: z.int().nullable(),
})
/** In yuan; `opening` before the first day, `closing` after the last. */
const payerAccount = z.object({
  name: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  opening: z.number(),
  owed: z.number(),
  received: z.number(),
  closing: z.number(),
  /** Today: still to be paid, and paid beyond what was owed. */
  open: z.number(),
  credit: z.number(),
  lines: z.array(line),
})
export type PayerAccount = z.infer<typeof payerAccount>

export const payerAccountContract = {
  'GET /staff/payer/account': {
    who: 'staff:financeReading',
    summary: '一个缴费人（单位、个人或账号）的往来：应收、实收、退还与余额，早的在前',
    input: payer,
    output: payerAccount,
    example: { kind: 'organisation', id: 1, from: '2026-01-01' },
  },
  'GET /staff/payer/statement': {
    who: 'staff:financeReading',
    summary: '同样的往来，为可以寄出、盖章核对的对账单（PDF）',
    input: payer,
    output: 'file',
    example: { kind: 'organisation', id: 1, from: '2026-01-01' },
  },
} as const satisfies Contract

export const ownPayerAccountContract = {
  'GET /member/payer/account': {
    who: 'member',
    summary: '自己与协会的往来：应缴、已缴、退还与余额，早的在前',
    input: z.object(period),
    output: payerAccount,
    example: { from: '2026-01-01' },
  },
  'GET /member/payer/statement': {
    who: 'member',
    summary: '自己的对账单（PDF）',
    input: z.object(period),
    output: 'file',
    example: { from: '2026-01-01' },
  },
} as const satisfies Contract
