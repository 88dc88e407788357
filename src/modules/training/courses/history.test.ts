import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { openCourse } from '#test/support/enrolling.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'
import { eraseOldEnrolments } from '../enrolling/server/dataRetention.ts'
import { course, participant, registration } from '../server/tables.ts'

setUpSite()

const today = dayOf(new Date())

test('the file of somebody has the courses, results only once they are announced, and nothing that came to nothing', async () => {
  const { db } = site.services
  const company = await staffed(site)
  const personId = await company.employ('工程师')
  const took = async (courseId: number, status: 'finished' | 'cancelled', result: 'passed' | 'none') => {
    const [of] = await db
      .insert(registration)
      .values({ courseId, channel: 'import', organisationName: '某单位', status, number: `PX-H${courseId}` })
      .returning()
    await db
      .insert(participant)
      .values({ registrationId: of!.id, courseId, personId, result, isActive: status === 'finished' })
  }
  const past = { startsOn: addDays(today, -9), endsOn: addDays(today, -7), hours: 24 }
  const announced = await openCourse(site, { ...past, title: '已公布班', resultsAt: new Date(Date.now() - 1000) })
  const later = await openCourse(site, { ...past, title: '未公布班', startsOn: addDays(today, -8) })
  await took(announced, 'finished', 'passed')
  await took(later, 'finished', 'passed')
  await took(await openCourse(site, { ...past, title: '取消的班' }), 'cancelled', 'none')
  const certificateId = await company.certify(personId, { validTo: addDays(today, 700) })
  const [issued] = await db.select().from(certificate).where(eq(certificate.id, certificateId))
  const passed = { creditedAt: new Date(), certificateId }
  await db.update(participant).set(passed).where(eq(participant.courseId, announced))
  const staff = await asStaff(site, await staffWith(site, ['reviewer']))
  const told = [
    expect.objectContaining({ title: '未公布班', resultName: '已结业', hours: null, certNo: null }),
    expect.objectContaining({ title: '已公布班', resultName: '合格', hours: 24, certNo: issued!.number }),
  ]
  expect((await company.get('/person/detail', { id: personId })).data.trainings).toEqual(told)
  expect((await staff.get('/staff/person/detail', { id: personId })).data.trainings).toEqual(told)
})

test('what came to nothing is forgotten after half a year, and not before; who took part is not', async () => {
  const { db } = site.services
  const courseId = await openCourse(site)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const made = async (number: string, status: 'cancelled' | 'finished', updatedAt: Date) => {
    const sealed = site.services.encryption.encrypt('13900001111')
    const [of] = await db
      .insert(registration)
      .values({
        number,
        courseId,
        status,
        channel: 'public',
        organisationName: '某单位',
        contactName: '某人',
        updatedAt,
        contactMobileSealed: sealed,
      })
      .returning()
    await db.insert(participant).values({ registrationId: of!.id, courseId, name: '某人', isActive: false })
    return of!.id
  }
  const old = await made('PX-F1', 'cancelled', ago(181))
  const fresh = await made('PX-F2', 'cancelled', ago(179))
  const taken = await made('PX-F3', 'finished', ago(400))
  await eraseOldEnrolments({ ...site.services, now: new Date() } as never)
  const read = async (id: number) => {
    const [of] = await db.select().from(registration).where(eq(registration.id, id))
    const people = await db.$count(participant, eq(participant.registrationId, id))
    return [of!.contactName, of!.contactMobileSealed === null, people]
  }
  expect(await read(old)).toEqual(['', true, 0])
  expect(await read(fresh)).toEqual(['某人', false, 1])
  expect(await read(taken)).toEqual(['某人', false, 1])
  expect(await db.$count(course, eq(course.id, courseId))).toBe(1)
})
