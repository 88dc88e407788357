import { and, desc, eq, exists, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { isOwed } from '#modules/training/enrolling/server/enrolmentFee.ts'
import { channelNames, enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import { registrationFilters } from '../../registrationFilters.ts'
import type { staffRegistrationContract } from '../contract.ts'

/** Counts those who take part, or who took part in what is over. */
const persons = sql<number>`(select count(*) from ${participant}
  where ${eq(participant.registrationId, registration.id)} and (${participant.isActive} or ${registration.status} in
    ('cancelled', 'rejected', 'expired', 'refunded')))`.mapWith(Number)
const submittedAt = sql`coalesce(${application.submittedAt}, ${registration.createdAt})`

const hasParticipant = ({ db }: Ctx, condition: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(participant)
      .where(and(eq(participant.registrationId, registration.id), condition)),
  )

/** By the whole number, part of the company's or the payer's name, or the whole name or mobile of who it is about. */
export function isKnownAs(typed: string, ctx: Ctx): SQL {
  const mobile = plainMobile(typed)
  const hash = isMobile(mobile) ? ctx.encryption.hash(mobile) : undefined
  return or(
    eq(registration.number, typed.toUpperCase()),
    containsWords(registration.organisationName, typed),
    containsWords(receivable.payer, typed),
    eq(registration.contactName, typed),
    hash ? eq(registration.contactMobileHash, hash) : undefined,
    hasParticipant(ctx, hash ? eq(participant.mobileHash, hash) : eq(participant.name, typed)),
  )!
}

const read = ({ db }: Ctx, ids: number[]) =>
  db
    .select({
      of: registration,
      owed: receivable,
      persons,
      courseTitle: course.title,
      version: application.version,
      submittedAt: application.submittedAt,
    })
    .from(registration)
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(application, eq(application.id, registration.applicationId))
    .leftJoin(receivable, isOwed)
    .where(inArray(registration.id, ids))
type Row = Awaited<ReturnType<typeof read>>[number]

/** 报名: all but drafts, which are the applicant's alone. */
const registrationRegister = defineRegister({
  name: '培训报名',
  // Search texts may be mobile numbers, so saved views do not keep them.
  views: { code: 'registration', permission: 'staff:enrolments', unkept: ['key'] },
  filters: registrationFilters,
  from: sql`${registration} join ${course} on ${course.id} = ${registration.courseId} and ${registration.status} <> 'draft'
    left join ${application} on ${application.id} = ${registration.applicationId}
    left join ${receivable} on ${isOwed}`,
  id: registration.id,
  newest: registration.id,
  where: {
    key: isKnownAs,
    courseId: registration.courseId,
    status: status => (status === 'refundDue' ? eq(receivable.isRefundDue, true) : eq(registration.status, status)),
  },
  read,
  row: toRow,
  columns: {
    number: { heading: '报名编号', width: 18, value: ({ of }) => of.number, nowrap: true },
    courseTitle: { heading: '培训班', width: 40, value: row => row.courseTitle, sort: byPinyin(course.title) },
    organisationName: {
      heading: '报名单位（个人）',
      width: 36,
      value: ({ of }) => of.organisationName,
      sort: byPinyin(registration.organisationName),
    },
    creditCode: { heading: '统一社会信用代码', width: 22, value: ({ of }) => of.creditCode, nowrap: true },
    channelName: { heading: '方式', width: 12, value: ({ of }) => channelNames[of.channel], nowrap: true },
    contactName: { heading: '联系人', width: 12, value: ({ of }) => of.contactName, empty: '—', nowrap: true },
    contactMobile: {
      heading: '联系人手机',
      value: ({ of }, { encryption }) =>
        of.contactMobileSealed && maskMobile(encryption.decrypt(of.contactMobileSealed)),
      nowrap: true,
    },
    persons: { heading: '人数', width: 8, value: row => row.persons, sort: persons, isFigure: true },
    totalFee: {
      heading: '培训费',
      width: 12,
      value: ({ of }) => of.totalFee,
      sort: registration.totalFee,
      isFigure: true,
    },
    statusName: { heading: '状态', width: 14, value: ({ of }) => enrolmentStatusNames[of.status], nowrap: true },
    refundDue: { heading: '待退费', width: 10, value: ({ owed }) => (owed?.isRefundDue ? '是' : ''), nowrap: true },
    paidOn: {
      heading: '汇款日期',
      width: 12,
      value: ({ owed }) => owed?.paidOn ?? null,
      sort: sql`coalesce(${receivable.paidOn}, '-infinity')`,
      nowrap: true,
    },
    payer: { heading: '付款人', width: 30, value: ({ owed }) => owed?.payer ?? '' },
    submitTime: {
      heading: '提交时间',
      width: 18,
      value: ({ of, submittedAt }) => minute(iso(submittedAt ?? of.createdAt)),
      sort: submittedAt,
      nowrap: true,
    },
  },
  listed: [
    'organisationName',
    'number',
    'channelName',
    'courseTitle',
    'contactName',
    'persons',
    'totalFee',
    'statusName',
    'submitTime',
  ],
})

export const registrationListHandlers = {
  'GET /staff/training/registrations': (ctx, asked) => registrationRegister.list(ctx, asked),
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
  'GET /staff/training/registrations/export': (ctx, asked) =>
    exportRegister(ctx, registrationRegister, asked, { action: 'registration.export', objectType: 'registration' }),
} satisfies Partial<Handlers<typeof staffRegistrationContract>>

function toRow({ of, owed, persons, courseTitle, version, submittedAt }: Row) {
  return {
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
    refundDue: owed?.isRefundDue ?? false,
    submitTime: iso(submittedAt ?? of.createdAt),
  }
}
