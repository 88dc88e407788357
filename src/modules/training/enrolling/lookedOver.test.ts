import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { enrolVisitor, openCourse, orgPart, somePeople, trainee } from '#test/support/enrolling.ts'
import { newAddress, signInAs, textsTo } from '#test/support/make.ts'
import { registration } from '../server/tables.ts'

setUpSite({ demo: true })

test('who has no account is told before handing in all that is wrong at once, and nothing is kept of it', async () => {
  const courseId = await openCourse(site, { quota: 2 })
  await enrolVisitor(site, courseId, somePeople(0, 1))
  const { ticket, phone } = await trainee(site)
  const visitor = site.as({ ticket }, newAddress())
  const whole = {
    trainingId: courseId,
    org: orgPart({ applicantType: 'person', contactMobile: phone }),
    invoice: { invoiceKind: 'none' },
  }
  const check = (participants: object[], more: object = {}) =>
    visitor.post('/app/training/check', { ...whole, participants, ...more })
  const wrong = somePeople(1, 1).map(one => ({ ...one, name: '', idType: 'resident', idNumber: '110101199001010000' }))
  const { code, data } = await check(wrong)
  expect(code).toBe(400)
  expect(Object.keys(data.fields)).toEqual(expect.arrayContaining(['participants.0.name', 'participants.0.idNumber']))
  const two = somePeople(1, 2)
  expect(await check(two, { whenFew: 'ask' })).toMatchObject({
    code: 409,
    data: { fields: { seats: expect.any(String) } },
  })
  expect(await check(two, { whenFew: 'split', seats: 1 })).toMatchObject({ code: 200, data: {} })
  expect(await site.from(newAddress()).post('/app/training/check', { ...whole, participants: two })).toMatchObject({
    code: 403,
  })
  expect(await site.services.db.$count(registration, eq(registration.courseId, courseId))).toBe(1)
  expect(await textsTo(site, phone)).toEqual([expect.stringContaining('验证码')])
})

test('a member is told the same, of a draft or of none, and nothing is kept of it', async () => {
  const courseId = await openCourse(site, { quota: 2 })
  await enrolVisitor(site, courseId, somePeople(4, 1))
  const member = site.as(await signInAs(site, 'qingyuan'))
  const whole = { trainingId: courseId, org: orgPart(), invoice: { invoiceKind: 'none' } }
  const check = (participants: object[], more: object = {}) =>
    member.post('/training/v2/check', { ...whole, participants, ...more })
  const wrong = somePeople(5, 1).map(one => ({ ...one, name: '', idType: 'resident', idNumber: '110101199001010000' }))
  const { code, data } = await check(wrong)
  expect(code).toBe(400)
  expect(Object.keys(data.fields)).toEqual(expect.arrayContaining(['participants.0.name', 'participants.0.idNumber']))
  const two = somePeople(5, 2)
  expect((await check(two, { whenFew: 'ask' })).data.fields).toEqual({ seats: expect.any(String) })
  expect(await check(two, { whenFew: 'split', seats: 1 })).toMatchObject({ code: 200, data: {} })
  expect(await site.services.db.$count(registration, eq(registration.courseId, courseId))).toBe(1)
  const draft = (await member.post('/training/v2/submit', { ...whole, participants: two, action: 'save' })).data
  const { id, version } = draft
  expect(await check(two.slice(0, 1), { id, version })).toMatchObject({ code: 200, data: {} })
  expect((await member.get('/training/v2/detail', { id })).data.reg).toMatchObject({ version, status: 'draft' })
})
