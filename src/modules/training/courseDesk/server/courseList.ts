import { and, desc, eq, gte, ilike, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { modeNames } from '#modules/training/courses/courseModes.ts'
import { type CountedCourse, readCounted } from '#modules/training/courses/server/courseCounts.ts'
import { staffStatus, staffStatusAt, staffStatusNames } from '#modules/training/courses/server/staffStatus.ts'
import { course } from '#modules/training/server/tables.ts'
import type { staffCourseContract } from '../contract.ts'

type Endpoints = typeof staffCourseContract
type Filters = Parsed<Endpoints['GET /staff/training/course/export']>

const matching = ({ now }: Ctx, { status, kind, year, key }: Filters): SQL | undefined =>
  and(
    status && eq(staffStatusAt(now), status),
    kind ? eq(course.kind, kind) : undefined,
    year ? and(gte(course.startsOn, `${year}-01-01`), lte(course.startsOn, `${year}-12-31`)) : undefined,
    key
      ? or(...[course.title, course.batch, course.city].map(column => ilike(column, containsPattern(key))))
      : undefined,
  )

export const courseListHandlers = {
  'GET /staff/training/course/list': async (ctx, asked) => {
    const where = matching(ctx, asked)
    const [rows, total] = await Promise.all([
      readCounted(ctx, where).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${course} where ${where ?? sql`true`}`),
    ])
    return toPage(
      rows.map(row => toRow(ctx, row)),
      total,
      asked,
    )
  },
  'GET /staff/training/course/years': async ({ db }) => {
    const year = sql<number>`extract(year from ${course.startsOn})::int`
    const rows = await db.selectDistinct({ year }).from(course).orderBy(desc(year))
    return rows.map(row => row.year)
  },
  /** The list as a workbook, exactly as it is filtered. */
  'GET /staff/training/course/export': async (ctx, asked) => {
    const batches = inBatches<CountedCourse>(last => {
      const next =
        last && or(lt(course.startsOn, last.startsOn), and(eq(course.startsOn, last.startsOn), lt(course.id, last.id)))
      return readCounted(ctx, and(matching(ctx, asked), next)).limit(1000)
    })
    async function* rows() {
      for await (const row of batches) yield toRow(ctx, row)
    }
    return sendWorkbook(`培训班-${dayOf(ctx.now)}`, { name: '培训班', columns, rows: rows() })
  },
} satisfies Partial<Handlers<Endpoints>>

function toRow({ now }: Ctx, row: CountedCourse) {
  const { id, title, kind, mode, batch, city, quota, enrolled, waiting, unpaid, feeMember, feeOther } = row
  const status = staffStatus(row, now)
  return {
    id,
    title,
    kind,
    kindName: row.kindName,
    batch,
    status,
    statusName: staffStatusNames[status],
    startDate: row.startsOn,
    endDate: row.endsOn,
    applyFrom: iso(row.applyFrom),
    applyDeadline: iso(row.applyUntil),
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

const columns: Column<ReturnType<typeof toRow>>[] = [
  { title: '名称', width: 44, value: row => row.title },
  { title: '期次', width: 10, value: row => row.batch },
  { title: '类别', value: row => row.kindName },
  { title: '状态', width: 12, value: row => row.statusName },
  { title: '方式', width: 12, value: row => row.modeName },
  { title: '城市', width: 12, value: row => row.city },
  { title: '报名开始', value: row => minute(row.applyFrom) },
  { title: '报名截止', value: row => minute(row.applyDeadline) },
  { title: '开班日期', width: 12, value: row => row.startDate },
  { title: '结束日期', width: 12, value: row => row.endDate },
  { title: '名额', width: 8, value: row => row.quota },
  { title: '已报名', width: 8, value: row => row.enrolled },
  { title: '候补', width: 8, value: row => row.waiting },
  { title: '待缴费', width: 8, value: row => row.unpaid },
  { title: '会员收费', width: 10, value: row => row.feeMember },
  { title: '非会员收费', width: 10, value: row => row.feeOther },
]
