import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { addWorkingDays, workingDaysBetween } from '#lib/workingDays.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import type { Action } from '#modules/review/workflow.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import { type NoticeState, openObjections } from '../objection.ts'
import { objection, publicNotice, publicNoticeTable } from './tables.ts'

export type Notice = typeof publicNotice.$inferSelect

/** Working days during which the public may object. */
const NOTICE_WORKING_DAYS = 5

/** Tells the public, from today on. What was objected to before and is not settled holds this notice, too. */
export async function openNotice(ctx: Ctx, of: Application, values: FormValues): Promise<void> {
  const kind = kindOf(of)
  const { title, detail, provinceCode, table } = await kind.notice!(ctx, of, values)
  const today = dayOf(ctx.now)
  const calendar = await readWorkingCalendar(ctx)
  const opened = {
    applicationId: of.id,
    kind: kind.kind,
    title,
    detail,
    provinceCode,
    fromDay: today,
    toDay: [addWorkingDays(calendar, today, NOTICE_WORKING_DAYS), addDays(today, kind.noticeDays ?? 0)].sort().at(-1)!,
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

/** Takes a notice down that was put up by mistake. Throws once somebody has objected: that is to be examined. */
export async function takeDownNotice(ctx: Ctx, of: Pick<Application, 'id'>): Promise<void> {
  const notice = await currentNotice(ctx, of.id)
  if (!notice) return
  if ((await ctx.db.$count(objection, eq(objection.noticeId, notice.id))) > 0)
    throw conflict('公示已收到异议，不能撤销；请在“公示与异议”中办理')
  await ctx.db.delete(publicNoticeTable).where(eq(publicNoticeTable.noticeId, notice.id))
  await ctx.db.delete(publicNotice).where(eq(publicNotice.id, notice.id))
}

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
  const calendar = await readWorkingCalendar(ctx)
  const left = Math.max(1, workingDaysBetween(calendar, dayOf(notice.heldAt), notice.toDay))
  const toDay = addWorkingDays(calendar, dayOf(ctx.now), left)
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
