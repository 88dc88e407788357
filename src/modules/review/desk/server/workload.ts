import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfAge, waitingAges } from '#modules/review/waitingAges.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { readColleagues } from './assigning.ts'
import { readOtherWork, type WaitingCounts, type WhichWork } from './otherWork.ts'
import { hasAge, isOverdue, queueWhere } from './queue.ts'

type Endpoints = typeof staffDeskContract
type Answer = Output<Endpoints['GET /staff/review/workload']>
type Row = Answer['rows'][number]

export const workloadHandlers = {
  /** Counts applications that wait for staff, by who is responsible and by how long they have waited. */
  'GET /staff/review/workload': async (ctx, filters): Promise<Answer> => {
    const counts = await countWaiting(ctx, filters)
    const colleagues = await readColleagues(ctx)
    const former = counts.filter(({ id }) => id !== null && !colleagues.some(one => one.id === id))
    const rowOf = (id: number | null, name: string, isActive: boolean): Row => {
      const found = counts.find(one => one.id === id)
      const scope = { status: 'staff', assignee: id === null ? 'nobody' : String(id), ...filters }
      return { assigneeId: id, name, isActive, ...figuresOf(scope, found) }
    }
    const rows = [
      rowOf(null, '未指派', true),
      ...colleagues.map(({ id, name }) => rowOf(id, name, true)),
      ...former.map(({ id, name }) => rowOf(id, name ?? '', false)),
    ]
    return {
      ages: waitingAges.map(code => ({ code, name: nameOfAge(code) })),
      rows,
      total: figuresOf({ status: 'staff', ...filters }, counts.reduce<Counts>(add, NONE)),
      otherWork: filters.kind || filters.provinceCode ? [] : await listOthers(ctx),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

type Counts = Pick<WaitingCounts, 'ages' | 'overdue' | 'total'>

/** Work of other kinds, with those who have any of it. */
async function listOthers(ctx: Ctx): Promise<Answer['otherWork']> {
  const active = new Set((await activeStaff(ctx)).map(({ id }) => id))
  return (await readOtherWork(ctx)).flatMap(({ name, counts, ages, route }) => {
    if (counts.length === 0) return []
    const figures = (found: Counts, whose: WhichWork) => ({
      cells: found.ages.map((n, i) => ({ count: n, route: route({ ...whose, since: ages[i] }) })),
      overdue: { count: found.overdue, route: route({ ...whose, isOverdue: true }) },
      all: { count: found.total, route: route(whose) },
    })
    const rows = counts.map(found => ({
      assigneeId: found.id,
      name: found.name ?? '未指派',
      isActive: found.id === null || active.has(found.id),
      ...figures(found, { handlerId: found.id }),
    }))
    return [{ name, rows, total: figures(counts.reduce<Counts>(add, NONE), {}) }]
  })
}

const NONE: Counts = { ages: waitingAges.map(() => 0), overdue: 0, total: 0 }

const add = (one: Counts, other: Counts): Counts => ({
  ages: one.ages.map((n, i) => n + other.ages[i]!),
  overdue: one.overdue + other.overdue,
  total: one.total + other.total,
})

/** Figures of a line, each with the queue that has exactly so many. */
function figuresOf(scope: Record<string, string | undefined>, counts: Counts = NONE) {
  const figure = (n: number, filters: Record<string, string>) => ({
    count: n,
    route: routeTo('/staff/review', { ...scope, ...filters }),
  })
  return {
    cells: waitingAges.map((age, i) => figure(counts.ages[i]!, { age })),
    overdue: figure(counts.overdue, { overdue: '1' }),
    all: figure(counts.total, {}),
  }
}

async function countWaiting(ctx: Ctx, filters: { kind?: string; provinceCode?: string }): Promise<WaitingCounts[]> {
  const calendar = await readWorkingCalendar(ctx)
  const today = dayOf(ctx.now)
  const where = await queueWhere(ctx, { status: 'staff', ...filters })
  const filtered = (condition: SQL | undefined) =>
    sql<number>`count(*) filter (where ${condition ?? sql`false`})`.mapWith(Number)
  const rows = await ctx.db
    .select({
      id: application.assigneeId,
      name: account.displayName,
      total: count(),
      overdue: filtered(isOverdue(calendar, today)),
      ...Object.fromEntries(waitingAges.map(age => [age, filtered(and(hasAge(calendar, age, today)))])),
    })
    .from(application)
    .leftJoin(account, eq(account.id, application.assigneeId))
    .where(where)
    .groupBy(application.assigneeId, account.displayName)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    total: row.total,
    overdue: row.overdue,
    ages: waitingAges.map(age => (row as unknown as Record<string, number>)[age]!),
  }))
}
