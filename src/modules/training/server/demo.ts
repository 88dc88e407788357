import { addDays, dayOf, longDay, startOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { cleanHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { article } from '#modules/content/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { sessionsOf } from '../attendance.ts'
import { eventKindNames } from '../kinds/server/eventKinds.ts'
import { contacts, type DemoCourse, demoCourses } from './demo/courses.ts'
import { demoEnrolments } from './demo/enrolments.ts'
import { demoPayments } from './demo/payments.ts'
import { demoRegistrations } from './demo/registrations.ts'
import { courseSearchVector } from './searchVector.ts'
import { course } from './tables.ts'

export type Loading = Services & { now: Date }

/** A year of classes in all states, with those who registered. */
export async function demoTraining(ctx: Loading) {
  const [notices, kinds] = await Promise.all([
    ctx.db.select({ id: article.id, title: article.title, coverId: article.coverId }).from(article),
    ctx.db.select({ id: personnelKind.id, code: personnelKind.code }).from(personnelKind),
  ])
  const kindName = await eventKindNames(ctx)
  const rows = demoCourses.map(of => {
    const notice = of.notice ? notices.find(({ title }) => title.includes(of.notice!)) : undefined
    const personnelKindId = kinds.find(({ code }) => code === of.leadsTo)?.id
    return { ...toRow(of, ctx.now, kindName), personnelKindId, noticeId: notice?.id, coverId: notice?.coverId }
  })
  const inserted = await ctx.db.insert(course).values(rows).returning()
  await demoRegistrations(
    ctx,
    inserted.map((row, i) => ({ course: row, taken: demoCourses[i]!.taken })),
  )
  await demoEnrolments(ctx)
  await demoPayments(ctx)
}

const refunds = {
  refundRule: '教材已寄出的，扣除工本费。',
  refundSteps: [
    { days: 10, percent: 100 },
    { days: 3, percent: 50 },
  ],
}

function toRow(of: DemoCourse, now: Date, kindName: (kind: string) => string): typeof course.$inferInsert {
  const { title, kind, mode, quota, hours, teachers, feeNote, place, apply, days } = of
  const day = (offset: number) => addDays(dayOf(now), offset)
  const morning = (offset: number) => startOf(day(offset))
  const evening = (offset: number) => new Date(morning(offset + 1).getTime() - 1)
  const publishedAt = morning(Math.min(apply[0], 0))
  const syllabus = cleanHtml(syllabusOf(of, day))
  return {
    title,
    kind,
    mode,
    quota,
    hours,
    teachers,
    feeNote,
    syllabus,
    ...place,
    ...contacts[of.contact],
    batch: of.batch,
    levelCode: of.level,
    applyFrom: morning(apply[0]),
    applyUntil: evening(apply[1]),
    startsOn: day(days[0]),
    endsOn: day(days[1]),
    checkInOn: of.checkIn === undefined ? null : day(of.checkIn),
    feeMember: of.fees[0],
    feeOther: of.fees[1],
    ...(of.fees[1] > 0 && refunds),
    hasExam: of.exam ?? true,
    asksStay: mode !== 'online',
    sessions: sessionsOf(day(days[0]), day(days[1])),
    resultsAt: of.results === undefined ? null : morning(of.results),
    cancelledAt: of.cancelled === undefined ? null : morning(of.cancelled),
    publishedAt,
    createdAt: publishedAt,
    updatedAt: publishedAt,
    words: courseSearchVector(
      { title, teachers, syllabus, city: place?.city ?? '', venue: place?.venue ?? '' },
      kindName(kind),
    ),
  }
}

function syllabusOf({ intro, plan }: DemoCourse, day: (offset: number) => string) {
  const cells = (tag: 'th' | 'td', row: (string | number)[]) =>
    `<tr>${row.map(cell => `<${tag}>${typeof cell === 'number' ? monthAndDay(day(cell)) : cell}</${tag}>`).join('')}</tr>`
  const body = plan.rows.map(row => cells('td', row)).join('')
  return `<p>${intro}</p><div class="scroll"><table><thead>${cells('th', plan.head)}</thead><tbody>${body}</tbody></table></div>`
}

const monthAndDay = (day: string) => longDay(day).replace(/^\d+年/, '')
