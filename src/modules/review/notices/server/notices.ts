import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { addDays, addWorkingDays, dayOf, daysBetween, workingDaysBetween } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { reviewContract } from '#modules/review/contract.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import type { Action } from '#modules/review/workflow.ts'
import { type NoticeState, noticeStateNames, objectionStateNames, openObjections } from '../objection.ts'
import { objection, publicNotice, publicNoticeTable } from './tables.ts'

export type Notice = typeof publicNotice.$inferSelect

/** Working days during which the public may object. */
const NOTICE_WORKING_DAYS = 5

/** Tells the public, from today on. What was objected to before and is not settled holds this notice, too. */
export async function openNotice(ctx: Ctx, of: Application, values: FormValues): Promise<void> {
  const kind = kindOf(of)
  const { title, detail, provinceCode, table } = await kind.notice!(ctx, of, values)
  const today = dayOf(ctx.now)
  const opened = {
    applicationId: of.id,
    kind: kind.kind,
    title,
    detail,
    provinceCode,
    fromDay: today,
    toDay: [addWorkingDays(today, NOTICE_WORKING_DAYS), addDays(today, kind.noticeDays ?? 0)].sort().at(-1)!,
    heldAt: (await hasOpenObjections(ctx, of)) ? ctx.now : null,
    createdAt: ctx.now,
  }
  const [notice] = await ctx.db.insert(publicNotice).values(opened).returning({ id: publicNotice.id })
  if (table) await ctx.db.insert(publicNoticeTable).values({ noticeId: notice!.id, ...table })
}

const isOpenNotice = (applicationId: number) =>
  and(eq(publicNotice.applicationId, applicationId), isNull(publicNotice.endedAt))

/** The one that is open of an application. */
export async function currentNotice({ db }: Pick<Ctx, 'db'>, applicationId: number): Promise<Notice | undefined> {
  const [open] = await db
    .select()
    .from(publicNotice)
    .where(isOpenNotice(applicationId))
    .orderBy(desc(publicNotice.id))
    .limit(1)
  return open
}

/** The last day of the notice that is open. */
export const noticeEnd = async (ctx: Ctx, applicationId: number) => (await currentNotice(ctx, applicationId))?.toDay

export const closeNotice = ({ db, now }: Ctx, applicationId: number) =>
  db.update(publicNotice).set({ endedAt: now, heldAt: null }).where(isOpenNotice(applicationId))

/** Throws if a notice cannot end: while an objection is examined, or when passing before its last day is over. */
export async function assertMayLeaveNotice(ctx: Ctx, { id }: Application, action: Action): Promise<void> {
  const notice = await currentNotice(ctx, id)
  if (notice?.heldAt) throw conflict('公示期间收到的异议尚未办结，办结后才能作出决定')
  if (action === 'pass' && notice && dayOf(ctx.now) <= notice.toDay)
    throw conflict(`公示期到 ${notice.toDay} 结束，此后才能通过`)
}

/** Stops the clock of a notice. The application's row must be locked, here and below. */
export const holdNotice = ({ db, now }: Ctx, { id }: Pick<Notice, 'id'>) =>
  db
    .update(publicNotice)
    .set({ heldAt: now })
    .where(and(eq(publicNotice.id, id), isNull(publicNotice.heldAt)))

/**
 * Resumes a notice after the last objection is settled, with the remaining days, at least one working day. Returns the
 * last day.
 */
export async function resumeNotice(ctx: Ctx, of: Pick<Application, 'id'>): Promise<string | undefined> {
  const notice = await currentNotice(ctx, of.id)
  if (!notice?.heldAt || (await hasOpenObjections(ctx, of))) return
  const left = Math.max(1, workingDaysBetween(dayOf(notice.heldAt), notice.toDay))
  const toDay = addWorkingDays(dayOf(ctx.now), left)
  await ctx.db.update(publicNotice).set({ heldAt: null, toDay }).where(eq(publicNotice.id, notice.id))
  return toDay
}

async function hasOpenObjections({ db }: Ctx, { id }: Pick<Application, 'id'>): Promise<boolean> {
  const open = and(eq(objection.applicationId, id), inArray(objection.state, [...openObjections]))
  const [found] = await db.select({ id: objection.id }).from(objection).where(open).limit(1)
  return found !== undefined
}

export function noticeStateOf({ endedAt, heldAt, toDay }: Notice, today: string): NoticeState {
  if (endedAt) return 'ended'
  if (heldAt) return 'held'
  return toDay < today ? 'due' : 'open'
}

/** A notice as everybody may see it. */
export function noticeHead(notice: Notice, today: string) {
  const state = noticeStateOf(notice, today)
  const { id, kind, title, detail, fromDay, toDay, heldAt } = notice
  return {
    id,
    kind,
    kindName: kindOf(notice).name,
    title,
    detail,
    fromDay,
    toDay,
    provinceName: provinceName(notice.provinceCode),
    state,
    stateName: noticeStateNames[state],
    daysLeft: Math.max(0, daysBetween(heldAt ? dayOf(heldAt) : today, toDay)),
  }
}

export const noticesHandlers = {
  /** Lists the notices open today, soonest end first. Notices past their last day drop out by date. */
  'GET /app/publicity/notice/list': async (ctx, asked) => {
    const today = dayOf(ctx.now)
    const where = and(
      lte(publicNotice.fromDay, today),
      or(gte(publicNotice.toDay, today), isNotNull(publicNotice.heldAt)),
      isNull(publicNotice.endedAt),
      asked.kind ? eq(publicNotice.kind, asked.kind) : undefined,
    )
    const rows = await limitToPage(
      asked,
      ctx.db.select().from(publicNotice).where(where).orderBy(asc(publicNotice.toDay), asc(publicNotice.id)),
    )
    const [total] = await ctx.db.select({ n: count() }).from(publicNotice).where(where)
    const list = rows.map(notice => {
      const { state: _, stateName: __, ...head } = noticeHead(notice, today)
      return { ...head, isHeld: notice.heldAt !== null }
    })
    return toPage(list, total!.n, asked)
  },
  /** Returns a notice, open or ended, and the results of its objections, never the objectors. */
  'GET /app/publicity/notice/info': async (ctx, { id }) => {
    const [notice] = await ctx.db.select().from(publicNotice).where(eq(publicNotice.id, id))
    if (!notice) throw notFound('没有这项公示')
    const raised = await ctx.db.select().from(objection).where(eq(objection.noticeId, id)).orderBy(asc(objection.id))
    const isOpen = ({ state }: (typeof raised)[number]) => openObjections.includes(state)
    const { head, rows } = publicNoticeTable
    const [table] = await ctx.db
      .select({ head, rows })
      .from(publicNoticeTable)
      .where(eq(publicNoticeTable.noticeId, id))
    return {
      ...noticeHead(notice, dayOf(ctx.now)),
      table: table ?? null,
      prolongReason: notice.prolongReason,
      pending: raised.filter(isOpen).length,
      results: raised
        .filter(one => !isOpen(one))
        .map(({ state, createdAt, decidedAt, result }) => ({
          status: state,
          statusName: objectionStateNames[state],
          receivedOn: dayOf(createdAt),
          decidedOn: dayOf(decidedAt!),
          result,
        })),
    }
  },
} satisfies Partial<Handlers<typeof reviewContract>>
