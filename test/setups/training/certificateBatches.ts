import { asc, eq, inArray } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { certificate, numberSeries } from '#modules/certificates/server/tables.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { participant } from '#modules/training/server/tables.ts'
import { endedCourse, passAll, takePart } from '../../support/examining.ts'
import { asStaff, staffWith } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export function setUpCertificateBatches() {
  setUpSite({ demo: true })
}

type Staff = Awaited<ReturnType<typeof asStaff>>
export const aTrainer = async () => asStaff(site, await staffWith(site, ['trainer']))
export const aReviewer = async () => asStaff(site, await staffWith(site, ['reviewer']))

type Changes = NonNullable<Parameters<typeof endedCourse>[1]>
/** People who have passed a course, and know it. */
export async function passed(count: number, changes: Changes = {}, how: Parameters<typeof takePart>[3] = {}) {
  const courseId = await endedCourse(site, changes)
  const ids = await takePart(site, courseId, count, how)
  await passAll(site, courseId, ids)
  return { courseId, ids }
}

export const create = (by: Staff, id: number, more = {}) => by.post('/staff/training/batch/create', { id, ...more })
export const batchesOf = async (by: Staff, id: number) => (await by.get('/staff/training/batch/list', { id })).data
export const decide = async (by: Staff, id: number, action = 'pass', opinion = '') => {
  const { version } = (await by.get('/staff/review/detail', { id })).data
  return by.post('/staff/review/decide', { id, version, action, opinion })
}
export const certificatesOf = (ids: number[]) =>
  site.services.db
    .select({ of: certificate, participantId: participant.id })
    .from(participant)
    .innerJoin(certificate, eq(certificate.id, participant.certificateId))
    .where(inArray(participant.id, ids))
    .orderBy(asc(certificate.number))
export const lastOf = async (prefix: string) =>
  (await site.services.db.select().from(numberSeries).where(eq(numberSeries.prefix, prefix)))[0]?.last ?? 0
export const SERIES = `HQ1-${dayOf(new Date()).slice(0, 4)}-32`

/** The newest one of an application. */
export const noticeOf = async (applicationId: number) =>
  (
    await site.services.db
      .select()
      .from(publicNotice)
      .where(eq(publicNotice.applicationId, applicationId))
      .orderBy(asc(publicNotice.id))
  ).at(-1)!

export const nightAfter = (day: string) => applyDeadlines(site.ctx(new Date(`${addDays(day, 1)}T00:05:00+08:00`)))
