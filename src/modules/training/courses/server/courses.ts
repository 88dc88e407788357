import { and, desc, eq, getTableColumns, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { presentHtml } from '#lib/server/outbound/presentHtml.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { isPublished as isReadable } from '#modules/content/server/articles.ts'
import { article } from '#modules/content/server/tables.ts'
import { fileInfoOf, fileUrl } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { wordsOf } from '#modules/training/kinds/server/eventKinds.ts'
import { refundDeadlines } from '#modules/training/refundRule.ts'
import { course, eventKind } from '#modules/training/server/tables.ts'
import { courseStatus, daysToApply, statusNames } from '../../courseStatus.ts'
import type { courseContract } from '../contract.ts'
import { modeNames } from '../courseModes.ts'
import { enrolled, fareCounts, statusAt } from './places.ts'
import { endedWithinYear, trained } from './trained.ts'

type Endpoints = typeof courseContract

export const isPublished = ({ now }: { now: Date | SQLWrapper }) => lte(course.publishedAt, now)

/** What holds neither letter nor digit finds nothing. */
const hasWords = (query: string | null) => (query ? sql`${course.words} @@ ${query}::tsquery` : sql`false`)

export async function listCourses(
  ctx: Ctx,
  asked: Parsed<Endpoints['GET /app/training/list']>,
): Promise<Output<Endpoints['GET /app/training/list']>> {
  const where = and(
    isPublished(ctx),
    asked.kind ? eq(course.kind, asked.kind) : undefined,
    asked.status ? eq(statusAt(ctx.now), asked.status) : undefined,
    asked.trained ? and(endedWithinYear(ctx.now), sql`${trained} > 0`) : undefined,
    asked.provinceCode ? eq(course.provinceCode, asked.provinceCode) : undefined,
    asked.key ? hasWords(toQuery(asked.key)) : undefined,
  )!
  const [rows, total] = await Promise.all([
    readCourses(ctx, where)
      .orderBy(...forApplicants(ctx.now))
      .limit(asked.pageSize)
      .offset(offset(asked)),
    countOf(ctx.db, sql`select 1 from ${course} where ${where}`),
  ])
  return toPage(
    rows.map(row => courseRow(ctx, row)),
    total,
    asked,
  )
}

export const coursesHandlers = {
  'GET /app/training/list': listCourses,
  'GET /app/training/detail': async (ctx, { id }) => {
    const [found] = await readCourses(ctx, and(eq(course.id, id), isPublished(ctx))!)
    if (!found) throw notFound('培训班不存在或尚未公布')
    return { ...(await courseDetail(ctx, found)), syllabus: presentHtml(found.syllabus, 3) }
  },
} satisfies Partial<Handlers<Endpoints>>

/** Adds the syllabus. Full courses can be enrolled for, too: applicants join the waiting list. */
export async function courseDetail(ctx: Ctx, found: CourseRow) {
  const { teachers, syllabus, passScore, lng, lat, hotel, refundRule, updatedAt } = found
  const row = courseRow(ctx, found)
  const canEnrol = row.status === 'open' || row.status === 'full'
  const attachments = found.attachments.map(fileInfoOf)
  const refundSteps = refundDeadlines(found.refundSteps, found.startsOn)
  const more = { teachers, syllabus, passScore, lng, lat, hotel, attachments, canEnrol, refundRule, refundSteps }
  const taken = found.fares.length > 0 ? await fareCounts(ctx, found.id) : new Map<string, number>()
  const fares = found.fares.map(({ code, quota, ...fare }) => ({
    ...fare,
    left: quota === null ? null : Math.max(0, quota - (taken.get(code) ?? 0)),
  }))
  const kind = {
    fares,
    words: wordsOf(found.of),
    mayHaveExam: found.of.hasExam,
    asksNumber: found.of.asks.includes('idNumber'),
  }
  return { ...row, ...more, ...kind, updateTime: iso(updatedAt) }
}

/** Attachments, in their order. */
const attachments = sql<{ id: number; name: string; size: number }[]>`(
  select coalesce(json_agg(json_build_object('id', ${file.id}, 'name', ${file.name}, 'size', ${file.size})
    order by array_position(${course.attachmentIds}, ${file.id})), '[]')
  from ${file} where ${file.id} = any(${course.attachmentIds}) and ${file.deletedAt} is null)`

export function readCourses(ctx: Ctx, where: SQL) {
  const { words: _, ...columns } = getTableColumns(course)
  return ctx.db
    .select({
      ...columns,
      of: eventKind,
      enrolled,
      trained,
      attachments,
      personnelKindName: personnelKind.name,
      notice: { id: article.id, catalogueId: article.catalogueId },
    })
    .from(course)
    .innerJoin(eventKind, eq(eventKind.code, course.kind))
    .leftJoin(personnelKind, eq(personnelKind.id, course.personnelKindId))
    .leftJoin(article, and(eq(article.id, course.noticeId), isReadable(ctx)))
    .where(where)
    .$dynamic()
}

/** Order for applicants: open courses by deadline, then the next to open, then the newest. */
export function forApplicants(now: Date): SQL[] {
  const status = statusAt(now)
  return [
    sql`array_position(array['open', 'notOpen'], ${status})`,
    sql`case ${status} when 'open' then ${course.applyUntil} when 'notOpen' then ${course.applyFrom} end`,
    desc(course.startsOn),
    desc(course.id),
  ]
}

export type CourseRow = Awaited<ReturnType<typeof readCourses>>[number]

export function courseRow({ now }: Ctx, row: CourseRow) {
  const status = courseStatus(row, now)
  const { id, title, kind, mode, batch, provinceCode, city, venue, quota, feeMember, feeOther, feeNote } = row
  const { hours, hasExam, personnelKindName, contactName, contactPhone, notice } = row
  return {
    id,
    title,
    kind,
    kindName: row.of.name,
    noun: row.of.noun,
    mode,
    modeName: modeNames[mode],
    batch,
    startDate: row.startsOn,
    endDate: row.endsOn,
    checkInDate: row.checkInOn,
    applyFrom: iso(row.applyFrom),
    applyDeadline: iso(row.applyUntil),
    daysLeft: status === 'open' ? daysToApply(row, now) : null,
    provinceCode,
    provinceName: provinceName(provinceCode),
    city,
    venue,
    quota,
    enrolled: row.enrolled,
    left: Math.max(0, quota - row.enrolled),
    trained: row.endsOn < dayOf(now) && row.cancelledAt === null ? row.trained : 0,
    feeMember,
    feeOther,
    hasFares: row.fares.length > 1,
    feeNote,
    status,
    statusName: statusNames[status],
    hours,
    hasExam,
    personnelKindName,
    noticeId: notice?.id ?? null,
    noticeRoute: notice && `/admin/news/list-info/${notice.id}?pa=${notice.catalogueId}`,
    contactName,
    contactPhone,
    coverUrl: fileUrl(row.coverId),
  }
}
