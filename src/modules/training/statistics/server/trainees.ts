import { eq, gte, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { maskIdNumber, maskMobile } from '#lib/mask.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import {
  hasFailed,
  hasQualified,
  hasTakenPart,
  isCertified,
  isCredited,
  isTrainee,
  traineeProvince,
  traineesJoined,
  wasExamined,
} from '#modules/training/courses/server/traineeRows.ts'
import { resultNames } from '#modules/training/participantWords.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import { traineeFilters } from '#modules/training/traineeFilters.ts'
import type { trainingStatisticsContract } from '../contract.ts'

const yesNo = (condition: SQL) => (wanted: 'yes' | 'no') => (wanted === 'yes' ? condition : sql`not (${condition})`)

const read = ({ db }: Ctx, ids: number[]) =>
  db
    .select({
      of: participant,
      course,
      organisationName: registration.organisationName,
      province: traineeProvince,
      certificateNumber: certificate.number,
      tookPart: sql<boolean>`${hasTakenPart}`,
    })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .leftJoin(organisation, eq(organisation.id, registration.organisationId))
    .leftJoin(certificate, eq(certificate.id, participant.certificateId))
    .where(inArray(participant.id, ids))

/** 学员: confirmed participants of all courses. */
const traineeRegister = defineRegister({
  name: '学员',
  views: { code: 'trainee', permission: 'staff:enrolments', unkept: ['key'] },
  filters: traineeFilters,
  from: traineesJoined,
  id: participant.id,
  newest: participant.id,
  within: () => isTrainee,
  where: {
    key: words => or(eq(participant.name, words), containsWords(registration.organisationName, words)),
    kind: course.kind,
    from: day => gte(course.endsOn, day),
    to: day => lte(course.endsOn, day),
    provinceCode: province => sql`${traineeProvince} = ${province}`,
    hasProvince: yesNo(sql`coalesce(${traineeProvince}, '') <> ''`),
    courseId: registration.courseId,
    tookPart: yesNo(hasTakenPart),
    credited: yesNo(isCredited),
    certified: yesNo(isCertified),
    result: result => {
      switch (result) {
        case 'examined':
          return wasExamined
        case 'qualified':
          return hasQualified
        case 'unqualified':
          return hasFailed
        case 'unexamined':
          return not(wasExamined)
        default:
          return eq(participant.result, result)
      }
    },
  },
  read,
  row: ({ of, course }) => ({
    id: of.id,
    registrationId: of.registrationId,
    name: of.name,
    courseId: course.id,
    courseTitle: course.title,
  }),
  columns: {
    name: { heading: '姓名', width: 12, value: ({ of }) => of.name, sort: byName(participant.name), nowrap: true },
    organisationName: {
      heading: '报名单位（个人）',
      width: 36,
      value: row => row.organisationName,
      sort: byPinyin(registration.organisationName),
    },
    provinceName: {
      heading: '地区',
      width: 10,
      value: row => (row.province ? provinceName(row.province) : ''),
      sort: sql`coalesce(${traineeProvince}, '')`,
      empty: '—',
      nowrap: true,
    },
    idNumber: {
      heading: '证件号码',
      width: 22,
      value: ({ of }, { encryption }) => of.idNumberSealed && maskIdNumber(encryption.decrypt(of.idNumberSealed)),
      nowrap: true,
    },
    mobile: {
      heading: '手机',
      width: 14,
      value: ({ of }, { encryption }) => of.mobileSealed && maskMobile(encryption.decrypt(of.mobileSealed)),
      nowrap: true,
    },
    courseTitle: { heading: '培训班', width: 40, value: row => row.course.title, sort: byPinyin(course.title) },
    endDate: { heading: '结束日期', width: 12, value: row => row.course.endsOn, sort: course.endsOn, nowrap: true },
    tookPart: {
      heading: '参加',
      width: 8,
      value: row => (row.tookPart ? '是' : '否'),
      sort: hasTakenPart,
      nowrap: true,
    },
    hours: {
      heading: '学时',
      width: 8,
      value: ({ of, course }) => (of.creditedAt ? course.hours : 0),
      sort: sql`case when ${isCredited} then ${course.hours} else 0 end`,
      isFigure: true,
    },
    resultName: {
      heading: '考试结果',
      width: 12,
      value: ({ of, course }) => (course.hasExam || of.result !== 'none' ? resultNames[of.result] : '不考试'),
      sort: participant.result,
      nowrap: true,
    },
    certificateNumber: {
      heading: '证书编号',
      width: 22,
      value: row => row.certificateNumber,
      sort: sql`coalesce((select ${certificate.number} from ${certificate}
        where ${certificate.id} = ${participant.certificateId}), '')`,
      empty: '—',
      nowrap: true,
    },
  },
  listed: [
    'name',
    'organisationName',
    'provinceName',
    'courseTitle',
    'endDate',
    'tookPart',
    'hours',
    'resultName',
    'certificateNumber',
  ],
})

export const traineeHandlers = {
  'GET /staff/training/trainee/list': (ctx, asked) => traineeRegister.list(ctx, asked),
  'GET /staff/training/trainee/export': (ctx, asked) =>
    exportRegister(ctx, traineeRegister, asked, { action: 'participant.export', objectType: 'participant' }),
} satisfies Partial<Handlers<typeof trainingStatisticsContract>>
