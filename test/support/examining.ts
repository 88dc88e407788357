import { eq } from 'drizzle-orm'
import { attendance, course, examResult, participant, registration } from '#modules/training/server/tables.ts'
import { addDays, dayOf, startOf } from '../../src/lib/dates.ts'
import { person } from '../../src/modules/members/server/tables.ts'
import { personnelKind } from '../../src/modules/personnel/server/tables.ts'
import type { Site } from './app.ts'
import { openCourse } from './enrolling.ts'

type Changes = Partial<typeof course.$inferInsert>

/** Id of a kind of certificate that the demo association issues. */
export async function kindId(site: Site, code = 'HQ1'): Promise<number> {
  const [row] = await site.services.db.select().from(personnelKind).where(eq(personnelKind.code, code))
  return row!.id
}

let made = 0
const SURNAMES = '程孟翟闫'

/** A course that ended yesterday, so that its results can be announced. */
export async function endedCourse(site: Site, changes: Changes = {}): Promise<number> {
  const today = dayOf(new Date())
  return openCourse(site, {
    title: `锅炉清洗取证班第${++made}期`,
    personnelKindId: await kindId(site),
    hours: 24,
    quota: 2000,
    applyFrom: startOf(addDays(today, -40)),
    applyUntil: startOf(addDays(today, -20)),
    startsOn: addDays(today, -3),
    endsOn: addDays(today, -1),
    ...changes,
  })
}

type Taking = { each?: number; checkedIn?: boolean; consent?: boolean; ticketed?: boolean }

/** `count` people who took part, so many to a registration that staff brought in; answers their ids. */
export async function takePart(site: Site, courseId: number, count: number, how: Taking = {}): Promise<number[]> {
  const { each = 5, checkedIn = true, consent = true, ticketed = true } = how
  const { db, encryption } = site.services
  const now = new Date()
  const ids: number[] = []
  for (let from = 0; from < count; from += each) {
    const names = Array.from({ length: Math.min(each, count - from) }, () => nameOf(++made))
    const persons = await db
      .insert(person)
      .values(names.map(name => ({ name, provinceCode: '320000', publicConsentAt: consent ? now : null })))
      .returning({ id: person.id })
    const [order] = await db
      .insert(registration)
      .values({
        number: `KS${courseId}-${++made}`,
        courseId,
        channel: 'import',
        organisationName: '常州第一锅炉清洗公司',
        status: checkedIn ? 'checkedIn' : 'confirmed',
        contactMobileSealed: encryption.encrypt('13900000903'),
      })
      .returning({ id: registration.id })
    const rows = await db
      .insert(participant)
      .values(
        names.map((name, i) => ({
          registrationId: order!.id,
          courseId,
          personId: persons[i]!.id,
          place: i + 1,
          name,
          ticketNumber: ticketed ? `${String(courseId).padStart(4, '0')}${String(++made).padStart(5, '0')}` : null,
          checkedInAt: checkedIn ? now : null,
        })),
      )
      .returning({ id: participant.id })
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Different each time, in Chinese characters. */
const nameOf = (n: number) =>
  SURNAMES[n % 4]! + [...n.toString(8)].map(digit => '明华强伟芳敏静丽'[Number(digit)]).join('')

/** The n-th session of the course, with these people there. */
export const attend = (site: Site, ids: number[], session: string) =>
  site.services.db.insert(attendance).values(ids.map(participantId => ({ participantId, session, takenBy: '培训员' })))

/** Marks everybody as passed, with published results. */
export async function passAll(site: Site, courseId: number, ids: number[]): Promise<void> {
  const { db } = site.services
  const now = new Date()
  for (const participantId of ids) {
    await db
      .insert(examResult)
      .values({ participantId, round: 'first', theory: 80, result: 'passed', announcedAt: now, recordedBy: '培训员' })
    await db.update(participant).set({ result: 'passed' }).where(eq(participant.id, participantId))
  }
  await db.update(course).set({ resultsAt: now }).where(eq(course.id, courseId))
}
