import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { site } from '#test/setups/site.ts'
import { people, setUpEnrolments } from '#test/setups/training/enrolments.ts'
import { decideEnrolment, enrol, openCourse, orgPart, showEnrolment } from '#test/support/enrolling.ts'
import { asStaff, putFile, signUpComplete, staffWith } from '#test/support/make.ts'
import { course } from '../server/tables.ts'

setUpEnrolments()

const trainer = async () => asStaff(site, await staffWith(site, ['trainer']))

test('all that a course asks of a participant reaches its desk', async () => {
  const kinds = await site.services.db.select().from(personnelKind)
  const { id: personnelKindId, levels } = kinds.find(one => one.levels.length > 0)!
  const own = await signUpComplete(site)
  const courseId = await openCourse(site, {
    kind: 'renewal',
    personnelKindId,
    levelCode: '',
    asksPhoto: true,
    asksStay: true,
    hotel: '示例大酒店，每晚 300 元',
    lng: 120.62,
    lat: 31.32,
  })
  const white = sharp({ create: { width: 295, height: 413, channels: 3, background: '#ffffff' } })
  const photo = await putFile(site, own.token, '照片.jpg', await white.jpeg().toBuffer())
  const [one] = people(1)
  const answers = {
    levelCode: levels[0]!.code,
    examKind: 'renewal',
    oldCertificate: 'HQ1-2020-32-00017',
    workYears: 12,
    stay: 'shared',
    roommate: '程乙',
    diet: '清真',
    photo,
  }
  const org = orgPart({ remark: '请安排同一考场', contactEmail: 'wangfang@example.com' })
  const done = await enrol(site, own.token, courseId, [{ ...one, ...answers }], { org })
  expect(done.data).toMatchObject({ status: 'submitted' })
  const seen = (await (await trainer()).get('/staff/training/registration', { id: done.data.id })).data
  expect(seen).toMatchObject({ note: '请安排同一考场', contactEmail: 'wangfang@example.com' })
  expect(seen.people).toMatchObject([
    {
      levelName: levels[0]!.name,
      oldCertificate: 'HQ1-2020-32-00017',
      workYears: 12,
      stayName: '合住',
      roommate: '程乙',
      diet: '清真',
      photoId: photo,
    },
  ])
  const place = { hotel: '示例大酒店，每晚 300 元', lng: 120.62, lat: 31.32 }
  expect((await showEnrolment(site, own.token, done.data.id)).training).toMatchObject(place)
  expect((await site.get('/app/training/detail', { id: courseId })).data).toMatchObject(place)
})

test('of who waits the desk sees who is before them, and that more have a place than there are', async () => {
  const courseId = await openCourse(site, { quota: 2 })
  const companies = [await signUpComplete(site), await signUpComplete(site), await signUpComplete(site)]
  const ids: number[] = []
  for (const [i, { token }] of companies.entries()) {
    const { data } = await enrol(site, token, courseId, people([2, 2, 1][i]!))
    ids.push(data.id)
  }
  const [holder, first, second] = ids as [number, number, number]
  const desk = await trainer()
  const show = async (id: number) => (await desk.get('/staff/training/registration', { id })).data
  expect((await show(second)).ahead).toEqual({
    people: 2,
    list: [{ id: first, name: companies[1]!.orgName, persons: 2 }],
  })
  await site.services.db.update(course).set({ quota: 1 }).where(eq(course.id, courseId))
  const [{ facts }] = (await show(holder)).application.facts
  expect(facts.find(({ label }: { label: string }) => label === '名额')).toEqual({
    label: '名额',
    text: '共 1 个，还剩 0 个',
    isBad: true,
  })
})

test('the list of one’s own says what can be done now: pay, or accept a place', async () => {
  const courseId = await openCourse(site, { quota: 1 })
  const [holder, next] = [await signUpComplete(site), await signUpComplete(site)]
  const { data: held } = await enrol(site, holder.token, courseId, people(1))
  await enrol(site, next.token, courseId, people(1))
  const listed = async ({ api }: typeof holder) => (await api.get('/training/v2/registration/list')).data.list
  await holder.api.post('/training/v2/submit', { id: held.id, action: 'cancel', version: held.version })
  const [offered] = await listed(next)
  expect(offered).toMatchObject({ regStatus: 'offered', canAccept: true, canPay: false })
  const { reg } = await showEnrolment(site, next.token, offered.id)
  await next.api.post('/training/v2/submit', { id: offered.id, action: 'accept', version: reg.version })
  await decideEnrolment(site, await asStaff(site, 'reviewer'), offered.id)
  expect((await listed(next))[0]).toMatchObject({ regStatus: 'unpaid', canAccept: false, canPay: true })
})
