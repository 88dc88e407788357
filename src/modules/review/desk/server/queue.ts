import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, dayOf, daysBetween, iso, startOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { prefixPattern } from '#lib/server/database/db.ts'
import type { WorkingCalendar } from '#lib/workingDays.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { overdueSince, staffDeadline } from '#modules/review/deadlines.ts'
import { applicantColumns, applicantOf, isApplicantKnownAs, matterOf } from '#modules/review/server/applicants.ts'
import { allKinds, kindOf } from '#modules/review/server/applicationKinds.ts'
import {
  applicationsOfBranch,
  applicationsOfProvince,
  applicationsWithin,
  onOwnDesk,
} from '#modules/review/server/provinces.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { application, publicNotice } from '#modules/review/server/tables.ts'
import { daysOfAge, type WaitingAge } from '#modules/review/waitingAges.ts'
import { allStates, isClosed, openStates, waitsFor } from '#modules/review/workflow.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import type { staffDeskContract } from '../deskContract.ts'

type Endpoints = typeof staffDeskContract
type Filters = Parsed<Endpoints['GET /staff/review/export']>

/** Open states without drafts, which only the applicant sees. */
const pending = () => openStates().filter(state => state !== 'draft')
/** Open states in which it is the association's turn. */
export const forStaff = () => openStates().filter(state => waitsFor(state) === 'staff')
const failed = () => allStates().filter(state => isClosed(state) && state !== 'approved')

/** The one reading of the filters, for list, export and the way from one case to the next. */
export async function queueWhere(ctx: Ctx, asked: Filters): Promise<SQL | undefined> {
  const { accountId } = signedInActor(ctx)
  const { assignee, key, from, to, decidedFrom, decidedTo } = asked
  return and(
    applicationsWithin(ctx, 'staff:applications'),
    inScope(ctx, asked.status),
    asked.kind ? eq(application.kind, asked.kind) : undefined,
    assignee === 'nobody' ? isNull(application.assigneeId) : undefined,
    assignee && assignee !== 'nobody'
      ? eq(application.assigneeId, assignee === 'me' ? accountId : assignee)
      : undefined,
    asked.overdue ? await inTime(ctx, asked.overdue) : undefined,
    asked.age ? hasAge(await readWorkingCalendar(ctx), asked.age, dayOf(ctx.now)) : undefined,
    asked.branch ? applicationsOfBranch(asked.branch) : undefined,
    asked.provinceCode ? applicationsOfProvince(asked.provinceCode) : undefined,
    from ? gte(application.submittedAt, startOf(from)) : undefined,
    to ? lt(application.submittedAt, startOf(addDays(to, 1))) : undefined,
    decidedFrom ? gte(application.decidedAt, startOf(decidedFrom)) : undefined,
    decidedTo ? lt(application.decidedAt, startOf(addDays(decidedTo, 1))) : undefined,
    key ? isCalled(ctx, key) : undefined,
  )
}

/**
 * Matches part of the title, the beginning of the number, or its digits after the year; and the applicant, by name or
 * number.
 */
export const isCalled = (ctx: Ctx, key: string): SQL | undefined =>
  or(
    containsWords(application.title, key),
    isApplicantKnownAs(ctx, key),
    like(application.number, prefixPattern(key.toUpperCase())),
    /^\d{3,}$/.test(key) ? like(application.number, `%${key}`) : undefined,
  )

function inScope(ctx: Ctx, status: Filters['status']): SQL | undefined {
  if (status === 'all') return and(ne(application.state, 'draft'), isNotNull(application.submittedAt))
  if (status === 'open') return inArray(application.state, pending())
  if (status === 'staff') return inArray(application.state, forStaff())
  if (status === 'mine') return waitsForMe(ctx)
  if (status === 'ended') return and(inArray(application.state, failed()), isNotNull(application.submittedAt))
  return and(eq(application.state, status), isNotNull(application.submittedAt))
}

/** A notice that is still running waits for the calendar, a held one for its objections: neither for a decision. */
function waitsForMe(ctx: Ctx): SQL | undefined {
  const running = ctx.db
    .select({ one: sql`1` })
    .from(publicNotice)
    .where(
      and(
        eq(publicNotice.applicationId, application.id),
        isNull(publicNotice.endedAt),
        or(gte(publicNotice.toDay, dayOf(ctx.now)), isNotNull(publicNotice.heldAt)),
      ),
    )
  return and(onOwnDesk(ctx), or(ne(application.state, 'noticed'), notExists(running)))
}

const inTime = async (ctx: Ctx, overdue: '1' | '0') => {
  const late = isOverdue(await readWorkingCalendar(ctx), dayOf(ctx.now)) ?? sql`false`
  return overdue === '1' ? late : not(late)
}

export const isOverdue = (calendar: WorkingCalendar, today: string) =>
  or(
    ...openStates().flatMap(state => {
      const since = overdueSince(calendar, state, today)
      if (!since) return []
      return and(eq(application.state, state), lt(application.stateSince, startOf(addDays(since, 1))))
    }),
  )

/** Condition that an application entered its state on a day that has this age today. */
export function hasAge(calendar: WorkingCalendar, age: WaitingAge, today: string): SQL | undefined {
  const { from, to } = daysOfAge(calendar, age, today)
  return and(
    from ? gte(application.stateSince, startOf(from)) : undefined,
    to ? lt(application.stateSince, startOf(addDays(to, 1))) : undefined,
  )
}

/** Sorts waiting applications longest first; `all` and closed ones newest first. */
const isNewestFirst = ({ status }: Filters) => status === 'all' || status === 'ended' || isClosed(status)
const inOrder = (asked: Filters) =>
  isNewestFirst(asked)
    ? [desc(application.stateSince), desc(application.id)]
    : [asc(application.stateSince), asc(application.id)]

export const queueHandlers = {
  'GET /staff/review/list': async (ctx, asked) => {
    const where = await queueWhere(ctx, asked)
    const rows = await selectRows(ctx)
      .where(where)
      .orderBy(...inOrder(asked))
      .limit(asked.pageSize)
      .offset(offset(asked))
    const total = await countOf(ctx.db, sql`select 1 from ${application} where ${where}`)
    const calendar = await readWorkingCalendar(ctx)
    const words = await readStateWords(ctx)
    const today = dayOf(ctx.now)
    return toPage(
      rows.map(row => toQueueRow(row, { calendar, today, words })),
      total,
      asked,
    )
  },
  /** Returns the position of a case in a filtered list and its neighbours. */
  'GET /staff/review/place': async (ctx, { id, ...asked }) => {
    const where = await queueWhere(ctx, asked)
    const total = await countWhere(ctx, where)
    const isIt = and(eq(application.id, id), applicationsWithin(ctx, 'staff:applications'))
    const [at] = await ctx.db
      .select({ id: application.id, since: application.stateSince })
      .from(application)
      .where(isIt)
    if (!at) return { n: null, total, previous: null, next: null }
    const isIn = (await countWhere(ctx, and(where, isIt))) > 0
    const neighbour = async (side: 'before' | 'after') => {
      const order = inOrder(side === 'after' ? asked : { ...asked, status: isNewestFirst(asked) ? 'mine' : 'all' })
      const found = ctx.db.select({ id: application.id }).from(application)
      const [row] = await found
        .where(and(where, positionCondition(asked, at, side)))
        .orderBy(...order)
        .limit(1)
      return row?.id ?? null
    }
    const n = isIn ? (await countWhere(ctx, and(where, positionCondition(asked, at, 'before')))) + 1 : null
    return { n, total, previous: await neighbour('before'), next: await neighbour('after') }
  },
  'GET /staff/review/counts': async (ctx, asked) => {
    const [byKind, byState] = [
      await countBy(ctx, application.kind, { ...asked, kind: undefined }),
      await countBy(ctx, application.state, { ...asked, status: 'open' }),
    ]
    const view = async (filters: Partial<Filters>) =>
      countWhere(ctx, await queueWhere(ctx, { status: 'open', ...filters }))
    const words = await readStateWords(ctx)
    return {
      kinds: allKinds().map(({ kind, name }) => ({ code: kind, name, n: byKind.get(kind) ?? 0 })),
      states: pending().map(state => ({ code: state, name: words.nameForAll(state), n: byState.get(state) ?? 0 })),
      mine: await view({ status: 'mine' }),
      assigned: await view({ assignee: 'me' }),
      overdue: await view({ overdue: '1' }),
      open: await view({}),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

/** Select only the columns of the list, since forms are large. */
const selectRows = ({ db }: Ctx) =>
  db
    .select({
      id: application.id,
      number: application.number,
      kind: application.kind,
      title: application.title,
      ...applicantColumns(),
      state: application.state,
      since: application.stateSince,
      submittedAt: application.submittedAt,
      revision: application.revision,
      version: application.version,
      assigneeName: account.displayName,
    })
    .from(application)
    .leftJoin(account, eq(account.id, application.assigneeId))
    .$dynamic()
export type QueueRow = Awaited<ReturnType<typeof selectRows>>[number]

type Today = { calendar: WorkingCalendar; today: string; words: Awaited<ReturnType<typeof readStateWords>> }

export function toQueueRow(row: QueueRow, { calendar, today, words }: Today) {
  const deadline = staffDeadline(calendar, row.state, dayOf(row.since))
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    kindName: kindOf(row).name,
    title: row.title,
    applicant: applicantOf(row),
    matter: matterOf(row),
    status: row.state,
    statusName: words.nameOf(row),
    since: iso(row.since),
    waitingDays: isClosed(row.state) ? 0 : Math.max(0, daysBetween(dayOf(row.since), today)),
    deadline,
    overdue: deadline !== null && deadline < today,
    assigneeName: row.assigneeName,
    revision: row.revision,
    version: row.version,
  }
}

/** The list so many rows at a time, as far as it reaches. */
export const nextRows = async (ctx: Ctx, asked: Filters, last: QueueRow | undefined, limit: number) =>
  selectRows(ctx)
    .where(and(await queueWhere(ctx, asked), last && positionCondition(asked, last, 'after')))
    .orderBy(...inOrder(asked))
    .limit(limit)

/** Compares by position in the order, so that it still works when rows have been added or removed. */
function positionCondition(asked: Filters, { since, id }: Pick<QueueRow, 'since' | 'id'>, side: 'before' | 'after') {
  const sign = sql.raw((side === 'after') === isNewestFirst(asked) ? '<' : '>')
  return sql`(${application.stateSince}, ${application.id}) ${sign} (${since.toISOString()}::timestamptz, ${id})`
}

/** Counts rows per value of a column, with all other filters applied. */
async function countBy(
  ctx: Ctx,
  column: typeof application.kind | typeof application.state,
  asked: Filters,
): Promise<Map<string, number>> {
  const rows = await ctx.db
    .select({ of: column, n: count() })
    .from(application)
    .where(await queueWhere(ctx, asked))
    .groupBy(column)
  return new Map(rows.map(({ of, n }) => [of, n]))
}

const countWhere = ({ db }: Ctx, where: SQL | undefined) => db.$count(application, where)
