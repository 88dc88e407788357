import { and, desc, eq, exists, ilike, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskMobile } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { application } from '#modules/review/server/tables.ts'
import { channelNames, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import type { staffRegistrationContract } from '../contract.ts'

type Endpoints = typeof staffRegistrationContract
type Filters = Parsed<Endpoints['GET /staff/training/registrations/export']>

/** The one reading of the filters, for list and export. A draft is nobody's but the applicant's. */
function matching({ db, encryption }: Ctx, { courseId, status, key }: Filters): SQL | undefined {
  const named = (name: string) =>
    db
      .select({ one: sql`1` })
      .from(participant)
      .where(and(eq(participant.registrationId, registration.id), eq(participant.name, name)))
  const mobile = plainMobile(key ?? '')
  return and(
    ne(registration.status, 'draft'),
    courseId ? eq(registration.courseId, courseId) : undefined,
    status === 'refundDue' ? eq(registration.refundDue, true) : status && eq(registration.status, status),
    key
      ? or(
          eq(registration.number, key.toUpperCase()),
          ilike(registration.organisationName, containsPattern(key)),
          eq(registration.contactName, key),
          isMobile(mobile) ? eq(registration.contactMobileHash, encryption.hash(mobile)) : undefined,
          exists(named(key)),
        )
      : undefined,
  )
}

const persons = sql<number>`(select count(*) from ${participant}
  where ${eq(participant.registrationId, registration.id)} and (${participant.isActive} or ${registration.status} in
    ('cancelled', 'rejected', 'expired', 'refunded')))`.mapWith(Number)

const read = ({ db }: Ctx, where: SQL | undefined) =>
  db
    .select({
      of: registration,
      persons,
      courseTitle: course.title,
      version: application.version,
      submittedAt: application.submittedAt,
    })
    .from(registration)
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(where)
    .orderBy(desc(registration.id))
    .$dynamic()
type Row = Awaited<ReturnType<typeof read>>[number]

export const registrationListHandlers = {
  'GET /staff/training/registrations': async (ctx, asked) => {
    const where = matching(ctx, asked)
    const [rows, total] = await Promise.all([
      read(ctx, where).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${registration} where ${where}`),
    ])
    return toPage(rows.map(toRow), total, asked)
  },
  'GET /staff/training/registrations/courses': ({ db }) =>
    db
      .select({ id: course.id, title: course.title })
      .from(course)
      .where(
        exists(
          db
            .select({ one: sql`1` })
            .from(registration)
            .where(and(eq(registration.courseId, course.id), ne(registration.status, 'draft'))),
        ),
      )
      .orderBy(desc(course.startsOn), desc(course.id)),
  'GET /staff/training/registrations/export': async (ctx, asked) => {
    const rows = inBatches<Row>(last =>
      read(ctx, and(matching(ctx, asked), last && lt(registration.id, last.of.id))).limit(1000),
    )
    return sendWorkbook(`培训报名-${dayOf(ctx.now)}`, { name: '培训报名', columns: columnsFor(ctx), rows })
  },
} satisfies Partial<Handlers<Endpoints>>

const toRow = ({ of, persons, courseTitle, version, submittedAt }: Row) => ({
  id: of.id,
  number: of.number ?? '',
  courseId: of.courseId,
  courseTitle,
  persons,
  version,
  organisationName: of.organisationName,
  contactName: of.contactName,
  channelName: channelNames[of.channel],
  totalFee: of.totalFee,
  status: of.status,
  statusName: enrolmentStatusNames[of.status],
  refundDue: of.refundDue,
  submitTime: iso(submittedAt ?? of.createdAt),
})

const columnsFor = ({ encryption }: Ctx): Column<Row>[] => [
  { title: '报名编号', width: 18, value: ({ of }) => of.number },
  { title: '培训班', width: 40, value: row => row.courseTitle },
  { title: '报名单位（个人）', width: 36, value: ({ of }) => of.organisationName },
  { title: '统一社会信用代码', width: 22, value: ({ of }) => of.creditCode },
  { title: '方式', width: 12, value: ({ of }) => channelNames[of.channel] },
  { title: '联系人', width: 12, value: ({ of }) => of.contactName },
  {
    title: '联系人手机',
    value: ({ of }) => of.contactMobileSealed && maskMobile(encryption.decrypt(of.contactMobileSealed)),
  },
  { title: '人数', width: 8, value: row => row.persons },
  { title: '培训费', width: 12, value: ({ of }) => of.totalFee },
  { title: '状态', width: 14, value: ({ of }) => enrolmentStatusNames[of.status] },
  { title: '待退费', width: 10, value: ({ of }) => (of.refundDue ? '是' : '') },
  { title: '汇款日期', width: 12, value: ({ of }) => of.paidOn },
  { title: '付款人', width: 30, value: ({ of }) => of.payer },
  { title: '提交时间', width: 18, value: ({ of, submittedAt }) => minute(iso(submittedAt ?? of.createdAt)) },
]
