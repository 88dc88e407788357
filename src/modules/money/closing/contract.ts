import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, day, int, month, nothing, text } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { ways } from '#modules/ledger/ledgerWords.ts'
import { closeStates, closeViews, directions, MAX_DAYS_AT_ONCE } from './closingWords.ts'

const way = z.enum(ways, `应为 ${ways.join(' 或 ')}`)
const direction = z.enum(directions, `应为 ${directions.join(' 或 ')}`)
const dayAsked = { day: day.optional() }
const filters = {
  kind: code.optional(),
  way: way.optional(),
  direction: direction.optional(),
  late: z.enum(['yes', 'no'], '应为 yes 或 no').optional(),
}
const sums = z.object({
  received: z.number(),
  refunded: z.number(),
  net: z.number(),
  count: z.int(),
})
const papers = z.object({ invoices: z.int(), receipts: z.int() })
const entry = z.object({
  id: z.int(),
  receivableId: z.int(),
  kind: z.string(),
  kindName: z.string(),
  payer: z.string(),
  about: z.string(),
  number: z.string(),
  direction,
  directionName: z.string(),
  way,
  wayName: z.string(),
  amount: z.number(),
  day: z.string(),
  confirmedOn: z.string(),
  isLate: z.boolean(),
})
const close = z.object({
  id: z.int(),
  number: z.int(),
  day: z.string(),
  closedName: z.string(),
  closedTime: z.string(),
  papers,
  /** Open at the time of the close. */
  openClaims: z.int(),
  openLines: z.int(),
})
const closeRow = close.extend({
  ...sums.shape,
  state: z.enum(closeStates),
  stateName: z.string(),
  reopenedName: z.string(),
  agreedName: z.string(),
  reopenedTime: z.string().nullable(),
  reason: z.string(),
  late: z.number(),
  /** Changes to this day since its close, whether booked in a later close or pending. */
  changes: z.int(),
  changed: z.number(),
})
const openOne = z.object({ id: z.int(), name: z.string(), about: z.string(), amount: z.number(), day: z.string() })
const openOnes = z.object({ total: z.int(), list: z.array(openOne) })

export type EntryRow = z.infer<typeof entry>
export type CloseRow = z.infer<typeof closeRow>

export const closingContract = {
  'GET /staff/closing/day': {
    who: 'staff:financeReading',
    summary: '一天的收付：已日结的为日结时的数，未日结的为现在的数；合计、分种类与方式、当日票据、未了事项',
    input: z.object(dayAsked),
    output: z.object({
      day: z.string(),
      close: close.nullable(),
      /** Why it can not be closed; empty: it can. */
      problem: z.string(),
      /** Version of the entries shown; closing the day requires exactly this one. */
      version: z.string(),
      all: sums,
      late: sums,
      lines: z.array(sums.extend({ kind: z.string(), kindName: z.string(), way, wayName: z.string() })),
      papers,
      claims: openOnes,
      bankLines: openOnes,
      /** Earlier days with money that nobody has closed. */
      earlier: z.array(z.string()),
      /** Changes to a closed day that wait for the next close. */
      waiting: z.object({ count: z.int(), net: z.number() }),
    }),
    example: { day: '2026-11-26' },
  },
  'GET /staff/closing/entries': {
    who: 'staff:financeReading',
    summary: '一天的收付明细；按种类、方式、收或退、是否补记筛选',
    input: z.object({ ...dayAsked, ...filters, ...paging }),
    output: page(entry),
    example: { day: '2026-11-26', kind: 'memberFee' },
  },
  'GET /staff/closing/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '一天的日结表为 XLSX：汇总、明细与未了事项',
    input: z.object(dayAsked),
    output: 'file',
    example: { day: '2026-11-26' },
  },
  'POST /staff/closing/close': {
    who: 'staff:finance',
    summary: '日结：固定这一天的收付，记下由谁、何时办理，并给出顺序编号；与所见不符的不办理',
    input: z.object({ day, version: text(20) }),
    output: z.object({ id: z.int(), number: z.int() }),
    example: { day: '2026-11-26', version: 'x' },
  },
  'GET /staff/closing/open': {
    who: 'staff:financeReading',
    summary: '一段时间里有收付而没有日结的日子，各有其合计；补记列在其后第一个没有日结的日子',
    input: z.object({ from: day, until: day }),
    /** `version`: of the entries that the close of the day would book, once the days before it are closed. */
    output: z.array(sums.extend({ day: z.string(), version: z.string() })),
    example: { from: '2026-11-01', until: '2026-11-26' },
  },
  'POST /staff/closing/closeMany': {
    who: 'staff:finance',
    confirm: true,
    summary: '依次日结几天，与所见不符的那一天及其后的不办理',
    input: z.object({
      days: z
        .array(z.object({ day, version: text(20) }))
        .min(1, '没有要日结的日子')
        .max(MAX_DAYS_AT_ONCE, `一次最多 ${MAX_DAYS_AT_ONCE} 天`),
    }),
    output: z.array(z.object({ day: z.string(), done: z.boolean(), message: z.string() })),
    example: { days: [{ day: '2026-11-26', version: 'x' }] },
  },
  'POST /staff/closing/reopen': {
    who: 'staff:finance',
    confirm: true,
    secondPerson: { rule: 'reopening' },
    summary: '重新打开一次日结：写明原因，须由另一位同事复核；原来的日结保留，不再计数',
    input: z.object({ id: int, reason: text(200).refine(Boolean, '请写明原因') }),
    output: nothing,
    example: { id: 1, reason: '一笔到账记错了日期' },
  },
  'GET /staff/closing/list': {
    who: 'staff:financeReading',
    summary: '历次日结，新的在前；按月份与状态筛选，含日结后的变动',
    input: z.object({ month: month.optional(), state: z.enum(closeViews, '没有这种状态').optional(), ...paging }),
    output: page(closeRow),
    example: { month: '2026-11' },
  },
  'GET /staff/closing/month': {
    who: 'staff:financeReading',
    summary: '会计月报：一个月的收款与退款，分日、分种类，与日结逐日核对',
    input: z.object({ month: month.optional() }),
    output: z.object({
      month: z.string(),
      all: sums,
      kinds: z.array(sums.extend({ kind: z.string(), name: z.string() })),
      days: z.array(
        sums.extend({
          day: z.string(),
          cells: z.array(z.object({ kind: z.string(), received: z.number(), refunded: z.number() })),
          /** Null: nobody has closed the day. */
          number: z.int().nullable(),
          /** Net amount that the close booked for the day itself. */
          fixed: z.number().nullable(),
          /** Changes since the close, booked in later closes or pending. */
          difference: z.number().nullable(),
        }),
      ),
      /** Days with money that nobody has closed. */
      unclosed: z.int(),
    }),
    example: { month: '2026-11' },
  },
  'GET /staff/closing/month/export': {
    who: 'staff:financeReading',
    confirm: true,
    summary: '会计月报为 XLSX：按日、按种类与明细',
    input: z.object({ month: month.optional() }),
    output: 'file',
    example: { month: '2026-11' },
  },
} as const satisfies Contract
