import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { addDays, dayOf, iso, minute, startOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { outboxFilters } from '../outboxFilters.ts'
import { channelNames, type OutboxState, outboxStateNames, outboxStates } from '../outboxWords.ts'
import type { staffMessagesContract } from '../staffContract.ts'

type Endpoints = typeof staffMessagesContract
type Row = Awaited<ReturnType<typeof read>>[number]

/** Columns shown without an audit record: neither full address nor text. */
const read = ({ db }: Ctx, ids: number[]) =>
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
    .where(inArray(outbox.id, ids))

/** Only codes expire; an expired one is not a failure that staff could fix. */
const isCode = isNotNull(outbox.expiresAt)
const inState = (state: OutboxState) =>
  state === 'expired'
    ? and(eq(outbox.state, 'failed'), isCode)
    : state === 'failed'
      ? and(eq(outbox.state, 'failed'), isNull(outbox.expiresAt))
      : eq(outbox.state, state)

const stateOf = ({ state, expiresAt }: Row): OutboxState => (state === 'failed' && expiresAt ? 'expired' : state)

const toRow = (row: Row) => ({
  id: row.id,
  channel: row.channel,
  channelName: channelNames[row.channel],
  to: row.toMasked,
  subject: row.expiresAt ? '验证码' : row.subject,
  isCode: row.expiresAt !== null,
  state: stateOf(row),
  stateName: outboxStateNames[stateOf(row)] + (row.state === 'written' ? `（未接${channelNames[row.channel]}）` : ''),
  attempts: row.attempts,
  error: row.error,
  createdAt: iso(row.createdAt),
  sentAt: row.state === 'sent' && row.sentAt ? iso(row.sentAt) : null,
})

/** 发送记录: every text, mail and message to a chat, without its words. */
const outboxRegister = defineRegister({
  name: '发送记录',
  // Search words may be a number, so saved views do not keep them.
  views: { code: 'outbox', permission: 'staff:messages', unkept: ['words'] },
  filters: outboxFilters,
  from: outbox,
  id: outbox.id,
  newest: outbox.id,
  where: {
    words: words => sql`(strpos(${outbox.subject}, ${words}) > 0 or strpos(${outbox.toMasked}, ${words}) > 0)`,
    channel: outbox.channel,
    state: inState,
    from: day => gte(outbox.createdAt, startOf(day)),
    to: day => lt(outbox.createdAt, startOf(addDays(day, 1))),
  },
  read: async (ctx, ids) => (await read(ctx, ids)).map(toRow),
  row: of => of,
  columns: {
    createdAt: {
      heading: '时间',
      width: 18,
      value: of => minute(of.createdAt),
      // Ids follow the time, and have the index.
      sort: outbox.id,
      indexed: true,
      nowrap: true,
    },
    channelName: { heading: '方式', width: 8, value: of => of.channelName, nowrap: true, sort: outbox.channel },
    to: { heading: '接收人', width: 24, value: of => of.to, nowrap: true, sort: outbox.toMasked },
    subject: { heading: '标题', width: 36, value: of => of.subject, empty: '—', sort: byPinyin(outbox.subject) },
    stateName: { heading: '状态', width: 10, value: of => of.stateName },
    attempts: { heading: '尝试次数', width: 10, value: of => of.attempts, isFigure: true },
    sentAt: {
      heading: '发出时间',
      width: 18,
      value: of => of.sentAt && minute(of.sentAt),
      empty: '—',
      sort: sql`coalesce(${outbox.sentAt}, '-infinity')`,
      nowrap: true,
    },
    error: { heading: '原因', width: 40, value: of => of.error },
    isCode: { heading: '正文', value: of => (of.isCode ? '不予显示' : '查看'), exported: false, nowrap: true },
  },
  listed: ['createdAt', 'channelName', 'to', 'subject', 'stateName', 'sentAt', 'isCode'],
})

export const outboxListHandlers = {
  'GET /staff/outbox/list': (ctx, asked) => outboxRegister.list(ctx, asked),
  'GET /staff/outbox/export': (ctx, asked) =>
    exportRegister(ctx, outboxRegister, asked, { action: 'outbox.export', objectType: 'outbox' }),
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

const DAYS = 14
