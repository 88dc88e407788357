import { course, participant, registration } from '#modules/training/server/tables.ts'
import { addDays, dayOf, startOf } from '../../src/lib/dates.ts'
import { sessionsOf } from '../../src/modules/training/attendance.ts'
import type { EnrolmentStatus } from '../../src/modules/training/enrolmentStatus.ts'
import type { Site } from './app.ts'
import { residentId } from './workbooks.ts'

type Changes = Partial<typeof course.$inferInsert>
type Someone = Partial<typeof participant.$inferInsert>

const today = () => dayOf(new Date())

/** A course that begins today, with a session this morning and so on until tomorrow. */
export async function startClass({ services: { db } }: Site, changes: Changes = {}) {
  const [startsOn, endsOn] = [today(), addDays(today(), 1)]
  const [row] = await db
    .insert(course)
    .values({
      title: '锅炉水质检测员取证班',
      kind: 'certification',
      mode: 'onsite',
      city: '苏州',
      venue: '示例会议中心',
      applyFrom: startOf(addDays(startsOn, -20)),
      applyUntil: startOf(addDays(startsOn, -3)),
      quota: 2000,
      startsOn,
      endsOn,
      sessions: sessionsOf(startsOn, endsOn),
      feeMember: 100,
      feeOther: 200,
      publishedAt: startOf(addDays(startsOn, -20)),
      contactName: '王芳',
      contactPhone: '010-55500126',
      ...changes,
    })
    .returning()
  return row!
}

let made = 0
/** Creates an order of places for these people, confirmed by default; returns its id and theirs. */
export async function seatPeople(
  { services: { db, encryption } }: Site,
  courseId: number,
  people: Someone[],
  { status = 'confirmed', ...more }: Partial<typeof registration.$inferInsert> & { status?: EnrolmentStatus } = {},
) {
  const number = `PXT${++made}`
  const of = {
    channel: 'import' as const,
    organisationName: `北京第${made}锅炉检测有限公司`,
    totalFee: people.length * 200,
  }
  const [order] = await db
    .insert(registration)
    .values({ ...of, number, courseId, status, confirmedAt: new Date(Date.now() + made), ...more })
    .returning()
  const rows = people.map((one, i) => {
    const id = residentId(made * 997 + i)
    return {
      registrationId: order!.id,
      courseId,
      place: i + 1,
      name: `程${made}之${i + 1}`,
      sex: 'male' as const,
      idNumberSealed: encryption.encrypt(id),
      idNumberHash: encryption.hash(id),
      mobileSealed: encryption.encrypt('13900001234'),
      ...one,
    }
  })
  const ids = await db.insert(participant).values(rows).returning({ id: participant.id })
  return { id: order!.id, number, name: order!.organisationName, people: ids.map(({ id }) => id) }
}
