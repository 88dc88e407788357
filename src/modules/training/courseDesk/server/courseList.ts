import { desc, eq, gte, inArray, lte, not, or, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { staffStatusNames } from '#modules/training/courseStatus.ts'
import { modeNames } from '#modules/training/courses/courseModes.ts'
import { type CountedCourse, persons, readCounted } from '#modules/training/courses/server/courseCounts.ts'
import { enrolled } from '#modules/training/courses/server/places.ts'
import { staffStatus, staffStatusAt } from '#modules/training/courses/server/staffStatus.ts'
import { hasAttendance } from '#modules/training/courses/server/traineeRows.ts'
import { course } from '#modules/training/server/tables.ts'
import { courseFilters } from '../../courseFilters.ts'
import type { staffCourseContract } from '../contract.ts'

const startYear = sql<number>`extract(year from ${course.startsOn})::int`

const courseRegister = defineRegister({
  name: '培训班',
  views: { code: 'course', permission: 'staff:training' },
  filters: courseFilters,
  from: course,
  id: course.id,
  newest: course.startsOn,
  where: {
    key: words => or(...[course.title, course.batch, course.city].map(column => containsWords(column, words))),
    status: (status, { now }) => eq(staffStatusAt(now), status),
    kind: course.kind,
    year: year => eq(startYear, year),
    endedFrom: day => gte(course.endsOn, day),
    endedTo: day => lte(course.endsOn, day),
    attended: wanted => (wanted === 'yes' ? hasAttendance : not(hasAttendance)),
  },
  read: (ctx, ids) => readCounted(ctx, inArray(course.id, ids)),
  row: toRow,
  columns: {
    title: { heading: '名称', width: 44, value: of => of.title, sort: byPinyin(course.title) },
    batch: { heading: '期次', width: 10, value: of => of.batch, nowrap: true, sort: byPinyin(course.batch) },
    kindName: { heading: '类别', value: of => of.kindName, nowrap: true, sort: course.kind },
    statusName: {
      heading: '状态',
      width: 12,
      value: (of, { now }) => staffStatusNames[staffStatus(of, now)],
      nowrap: true,
    },
    modeName: { heading: '方式', width: 12, value: of => modeNames[of.mode], nowrap: true, sort: course.mode },
    city: { heading: '城市', width: 12, value: of => of.city, sort: byPinyin(course.city), nowrap: true },
    applyFrom: { heading: '报名开始', value: of => minute(iso(of.applyFrom)), sort: course.applyFrom, nowrap: true },
    applyDeadline: {
      heading: '报名截止',
      value: of => minute(iso(of.applyUntil)),
      sort: course.applyUntil,
      nowrap: true,
    },
    startDate: { heading: '开班日期', width: 12, value: of => of.startsOn, sort: course.startsOn, nowrap: true },
    endDate: { heading: '结束日期', width: 12, value: of => of.endsOn, sort: course.endsOn, nowrap: true },
    quota: { heading: '名额', width: 8, value: of => of.quota, sort: course.quota, isFigure: true },
    enrolled: { heading: '已报名', width: 8, value: of => of.enrolled, sort: enrolled, isFigure: true },
    waiting: { heading: '候补', width: 8, value: of => of.waiting, isFigure: true, sort: persons('waiting') },
    unpaid: { heading: '待缴费', width: 8, value: of => of.unpaid, isFigure: true, sort: persons('unpaid') },
    feeMember: { heading: '会员收费', width: 10, value: of => of.feeMember, sort: course.feeMember, isFigure: true },
    feeOther: { heading: '非会员收费', width: 10, value: of => of.feeOther, sort: course.feeOther, isFigure: true },
  },
  listed: [
    'title',
    'batch',
    'kindName',
    'city',
    'statusName',
    'startDate',
    'applyDeadline',
    'enrolled',
    'quota',
    'waiting',
    'unpaid',
    'feeMember',
    'feeOther',
  ],
})

export const courseListHandlers = {
  'GET /staff/training/course/list': (ctx, asked) => courseRegister.list(ctx, asked),
  'GET /staff/training/course/years': async ({ db }) => {
    const rows = await db.selectDistinct({ year: startYear }).from(course).orderBy(desc(startYear))
    return rows.map(row => row.year)
  },
  'GET /staff/training/course/export': (ctx, asked) => courseRegister.export(ctx, asked),
} satisfies Partial<Handlers<typeof staffCourseContract>>

function toRow(of: CountedCourse, { now }: Ctx) {
  const { id, title, kind, kindName, mode, batch, city, quota, enrolled, waiting, unpaid, feeMember, feeOther } = of
  const status = staffStatus(of, now)
  return {
    id,
    title,
    kind,
    kindName,
    batch,
    status,
    statusName: staffStatusNames[status],
    startDate: of.startsOn,
    endDate: of.endsOn,
    applyFrom: iso(of.applyFrom),
    applyDeadline: iso(of.applyUntil),
    city,
    modeName: modeNames[mode],
    quota,
    enrolled,
    waiting,
    unpaid,
    feeMember,
    feeOther,
  }
}
