import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { invoiceStateNames } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { listCourses } from '#modules/training/courses/server/courses.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import type { enrolmentContract } from '../contract.ts'
import { memberBy } from './enrolling.ts'
import { invoiceStateFor, isOwed } from './enrolmentFee.ts'
import { ENDED_STATUSES } from './enrolmentRegister.ts'
import { rightsOf } from './enrolmentRights.ts'

type Endpoints = typeof enrolmentContract

/** Matches registrations of the caller's account, and imported ones of its organisation. */
export async function isMine(ctx: Ctx): Promise<SQL> {
  const { organisationId } = await memberBy(ctx)
  const brought = organisationId
    ? and(isNull(registration.applicationId), eq(registration.organisationId, organisationId))
    : undefined
  return or(eq(application.accountId, signedInActor(ctx).accountId), brought)!
}

/** Number of participants; for drafts, of rows entered; for ended registrations, of all who were listed. */
const persons = sql<number>`case when ${registration.status} = 'draft'
  then coalesce(jsonb_array_length(${application.form} -> 'participants'), 0)
  else (select count(*) from ${participant} where ${eq(participant.registrationId, registration.id)}
    and (${participant.isActive} or ${inArray(registration.status, ENDED_STATUSES)})) end`

/** Opinion of the association for the current state; empty after an approval. */
const said = sql<string>`coalesce((select case when ${applicationEvent.by} = 'staff' and ${applicationEvent.action} <> 'pass'
  then ${applicationEvent.opinion} end from ${applicationEvent}
  where ${eq(applicationEvent.applicationId, application.id)} order by ${applicationEvent.id} desc limit 1), '')`

const readMine = ({ db }: Ctx, where: SQL | undefined) =>
  db
    .select({ registration, course, application, owed: receivable, said, persons: persons.mapWith(Number) })
    .from(registration)
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(application, eq(application.id, registration.applicationId))
    .leftJoin(receivable, isOwed)
    .where(where)
    .orderBy(desc(registration.id))
    .$dynamic()

export const registrationsListHandlers = {
  'GET /training/v2/registration/list': async (ctx, asked) => {
    const where = and(await isMine(ctx), asked.status && eq(registration.status, asked.status))
    const rows = await readMine(ctx, where).limit(asked.pageSize).offset(offset(asked))
    const counted = sql`select 1 from ${registration}
    left join ${application} on ${eq(application.id, registration.applicationId)} where ${where}`
    const list = rows.map(row => toRow(ctx, row))
    return toPage(list, await countOf(ctx.db, counted), asked)
  },
  /** Courses as everybody sees them, each with what the caller has there: what is under way before what is over. */
  'GET /training/list': async (ctx, asked) => {
    const page = await listCourses(ctx, asked)
    const ids = page.list.map(({ id }) => id)
    const mine = ids.length ? await readMine(ctx, and(await isMine(ctx), inArray(registration.courseId, ids))) : []
    return {
      ...page,
      list: page.list.map(row => {
        const here = mine.filter(({ course: { id } }) => id === row.id).map(({ registration }) => registration)
        const open = here.filter(({ status }) => !ENDED_STATUSES.includes(status))
        // Of a split registration, prefers the part with places over the waiting one.
        const own = open.find(({ status }) => status !== 'waiting') ?? open[0] ?? here[0]
        const [myRegId, myRegStatus] = [own?.id ?? null, own?.status ?? null]
        return { ...row, myRegId, myRegStatus, myRegStatusName: myRegStatus && enrolmentStatusNames[myRegStatus] }
      }),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

type Row = Awaited<ReturnType<typeof readMine>>[number]

function toRow(ctx: Ctx, { registration: kept, course: of, application: app, owed, persons, said }: Row) {
  const invoiceStatus = invoiceStateFor(owed, kept, app?.form ?? {})
  return {
    id: kept.id,
    regNo: kept.number,
    trainingId: of.id,
    title: of.title,
    city: of.city,
    startDate: of.startsOn,
    endDate: of.endsOn,
    personsCount: persons,
    totalFee: kept.totalFee,
    regStatus: kept.status,
    regStatusName: enrolmentStatusNames[kept.status],
    invoiceStatus,
    invoiceStatusName: invoiceStateNames[invoiceStatus],
    ...rightsOf(ctx, of, app),
    auditReason: [said, ...(app?.remarks ?? []).map(({ label, text }) => `${label}：${text}`)]
      .filter(Boolean)
      .join('\n'),
    deadline: app?.dueOn ?? null,
    updateTime: iso(app?.updatedAt ?? kept.updatedAt),
  }
}
