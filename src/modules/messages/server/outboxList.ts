import { and, desc, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { addDays, dayOf, iso, minute, startOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { channelNames, type OutboxState, outboxStateNames, outboxStates } from '../outboxWords.ts'
import type { staffMessagesContract } from '../staffContract.ts'

type Endpoints = typeof staffMessagesContract
type Filter = Parsed<Endpoints['GET /staff/outbox/export']>
type Listed = Output<Endpoints['GET /staff/outbox/list']>
type Row = Awaited<ReturnType<typeof read>>[number]

/** Columns shown without an audit record: neither full address nor text. */
const read = ({ db }: Ctx, where: SQL | undefined) =>
  db
    .select({
      id: outbox.id,
      channel: outbox.channel,
      toMasked: outbox.toMasked,
      subject: outbox.subject,
      expiresAt: outbox.expiresAt,
      state: outbox.state,
      attempts: outbox.attempts,
      error: outbox.error,
      sentAt: outbox.sentAt,
      createdAt: outbox.createdAt,
    })
    .from(outbox)
    .where(where)
    .orderBy(desc(outbox.id))
    .$dynamic()

/** Only codes expire; an expired one is not a failure that staff could fix. */
const isCode = isNotNull(outbox.expiresAt)
const inState = (state: OutboxState) =>
  state === 'expired'
    ? and(eq(outbox.state, 'failed'), isCode)
    : state === 'failed'
      ? and(eq(outbox.state, 'failed'), isNull(outbox.expiresAt))
      : eq(outbox.state, state)

export const outboxCondition = ({ channel, state, from, to, words }: Filter) =>
  and(
    channel && eq(outbox.channel, channel),
    state && inState(state),
    from ? gte(outbox.createdAt, startOf(from)) : undefined,
    to ? lt(outbox.createdAt, startOf(addDays(to, 1))) : undefined,
    words ? or(sql`strpos(${outbox.subject}, ${words}) > 0`, sql`strpos(${outbox.toMasked}, ${words}) > 0`) : undefined,
  )

export const outboxListHandlers = {
  'GET /staff/outbox/list': async (ctx, asked) => {
    const where = outboxCondition(asked)
    const [rows, total] = await Promise.all([
      read(ctx, where).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${outbox} where ${where ?? sql`true`}`),
    ])
    return toPage(rows.map(toRow), total, asked)
  },
  'GET /staff/outbox/export': async (ctx, asked) => {
    const rows = inBatches<Listed['list'][number]>(async last => {
      const next = last && lt(outbox.id, last.id)
      return (await read(ctx, and(outboxCondition(asked), next)).limit(1000)).map(toRow)
    })
    return sendWorkbook(`发送记录-${dayOf(ctx.now)}`, { name: '发送记录', columns: exported, rows })
  },
  'GET /staff/outbox/counts': async ({ db, now }) => {
    const first = addDays(dayOf(now), 1 - DAYS)
    const day = sql<string>`to_char(${outbox.createdAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
    const states = Object.fromEntries(
      outboxStates.map(state => [state, sql<number>`count(*) filter (where ${inState(state)})`.mapWith(Number)]),
    ) as Record<OutboxState, SQL<number>>
    return db
      .select({ day: day.as('day'), ...states, total: sql<number>`count(*)`.mapWith(Number) })
      .from(outbox)
      .where(gte(outbox.createdAt, startOf(first)))
      .groupBy(sql`1`)
      .orderBy(sql`1 desc`)
  },
} satisfies Partial<Handlers<Endpoints>>

const stateOf = ({ state, expiresAt }: Row): OutboxState => (state === 'failed' && expiresAt ? 'expired' : state)

const toRow = (row: Row): Listed['list'][number] => ({
  id: row.id,
  channel: row.channel,
  channelName: channelNames[row.channel],
  to: row.toMasked,
  subject: row.expiresAt ? '验证码' : row.subject,
  isCode: row.expiresAt !== null,
  state: stateOf(row),
  stateName: outboxStateNames[stateOf(row)],
  attempts: row.attempts,
  error: row.error,
  createdAt: iso(row.createdAt),
  sentAt: row.sentAt && iso(row.sentAt),
})

const exported: Column<Listed['list'][number]>[] = [
  { title: '时间', width: 18, value: row => minute(row.createdAt) },
  { title: '方式', width: 8, value: row => row.channelName },
  { title: '接收人', width: 24, value: row => row.to },
  { title: '标题', width: 36, value: row => row.subject },
  { title: '状态', width: 10, value: row => row.stateName },
  { title: '尝试次数', width: 10, value: row => row.attempts },
  { title: '发出时间', width: 18, value: row => row.sentAt && minute(row.sentAt) },
  { title: '原因', width: 40, value: row => row.error },
]

const DAYS = 14
