import { eq } from 'drizzle-orm'
import { firstResult, type Try } from '#modules/training/results/passing.ts'
import type { Loading } from '../demo.ts'
import { type course, examResult, participant } from '../tables.ts'

type Course = typeof course.$inferSelect
type Participant = typeof participant.$inferSelect

/** Demo scores of announced courses: most pass, some fail, some are absent. */
export async function demoScores({ db }: Loading, courses: { course: Course }[], people: Participant[]) {
  const announced = new Map(
    courses.flatMap(({ course }) => (course.resultsAt && course.hasExam ? [[course.id, course]] : [])),
  )
  const tried = people.flatMap(one => {
    const course = one.isActive && announced.get(one.courseId!)
    return course ? [{ one, course, of: tryOf(course, scoreOf(one.id)) }] : []
  })
  if (tried.length === 0) return
  await db.insert(examResult).values(
    tried.map(({ one, course, of }) => ({
      ...of,
      participantId: one.id,
      round: 'first' as const,
      result: firstResult(course, of),
      announcedAt: course.resultsAt,
      recordedBy: '段亦凡',
      updatedAt: course.resultsAt!,
    })),
  )
  for (const { one, course, of } of tried)
    await db
      .update(participant)
      .set({ result: firstResult(course, of), creditedAt: of.isAbsent ? null : course.resultsAt })
      .where(eq(participant.id, one.id))
}

const tryOf = ({ passPractice }: Course, score: number | null): Try => ({
  theory: score,
  isAbsent: score === null,
  practice: score === null || passPractice === null ? null : Math.min(100, score + 4),
})

/** Null: did not come. */
const scoreOf = (id: number) => (id % 31 === 0 ? null : 52 + ((id * 29) % 47))
