import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { aPerson, enrol, enrolVisitor, openCourse, showEnrolment, somePeople } from '#test/support/enrolling.ts'
import { newAddress, signUpComplete } from '#test/support/make.ts'
import { registration } from '../server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })

let next = 0
const people = (count: number) => {
  next += count
  return somePeople(next - count, count)
}
/** A course of so many places, of which somebody has all but `free`. */
async function courseWith(free: number, quota = 4): Promise<number> {
  const courseId = await openCourse(site, { quota })
  const holder = await signUpComplete(site)
  await enrol(site, holder.token, courseId, people(quota - free))
  return courseId
}
const enrolled = async (id: number) => (await site.get('/app/training/detail', { id })).data.enrolled
const states = async (courseId: number) => {
  const rows = await site.services.db.select().from(registration).where(eq(registration.courseId, courseId))
  return rows.map(({ status }) => status).toSorted()
}
const split = (seats: number) => ({ whenFew: 'split', seats })

test('whoever brings more people than there are places is asked what to do, and nothing is handed in', async () => {
  const courseId = await courseWith(2)
  const own = await signUpComplete(site)
  const answer = await enrol(site, own.token, courseId, people(3), { whenFew: 'ask' })
  expect(answer).toMatchObject({
    code: 409,
    data: { fields: { seats: '现在只余 2 席，您报了 3 人。请选择先报 2 人、其余候补，还是全部候补' } },
  })
  expect(await enrolled(courseId)).toBe(2)
  expect((await enrol(site, own.token, courseId, people(2), { whenFew: 'ask' })).data).toMatchObject({
    status: 'submitted',
    rest: null,
  })
})

test('what is wrong with the form is told before one is asked about places', async () => {
  const courseId = await courseWith(1)
  const own = await signUpComplete(site)
  const rows = [...people(1), aPerson(90_001, { idNumber: '110101199001010000' })]
  for (const wish of [{ whenFew: 'ask' }, split(1)]) {
    const { code, data } = await enrol(site, own.token, courseId, rows, wish)
    expect(code).toBe(400)
    expect(Object.keys(data.fields)).toEqual(['participants.1.idNumber'])
  }
})

test('as many as there are places come in and the others wait, with a number of their own', async () => {
  const courseId = await courseWith(2)
  const own = await signUpComplete(site)
  const rows = people(3)
  const { data } = await enrol(site, own.token, courseId, rows, split(2))
  expect(data).toMatchObject({ status: 'submitted', rest: { personsCount: 1, regNo: expect.stringMatching(/^PX/) } })
  expect(await enrolled(courseId)).toBe(4)
  expect(await states(courseId)).toEqual(['submitted', 'submitted', 'waiting'])
  const seated = (await showEnrolment(site, own.token, data.id)).reg
  expect(seated).toMatchObject({ personsCount: 2, regNo: data.regNo })
  expect(seated.next).toContain('协会正在审核（5 个工作日内）')
  // Each part of a split registration names the other.
  expect(seated.besides).toEqual([{ ...data.rest, statusName: '候补中' }])
  const waiting = (await showEnrolment(site, own.token, data.rest.id)).reg
  expect(waiting).toMatchObject({ personsCount: 1, ahead: 0, status: 'waiting', regNo: data.rest.regNo })
  expect(waiting.besides).toMatchObject([{ regNo: data.regNo, personsCount: 2, statusName: '待初审' }])
  expect(waiting.next).toMatch(/^正在候补，前面还有 0 人/)
  const course = (await own.api.get('/training/list', { pageSize: 100 })).data.list.find(
    ({ id }: { id: number }) => id === courseId,
  )
  expect(course).toMatchObject({ myRegId: data.id, myRegStatus: 'submitted' })

  const again = await enrol(site, own.token, courseId, rows, split(2))
  expect(again.data).toEqual(data)
  expect(await states(courseId)).toEqual(['submitted', 'submitted', 'waiting'])

  const { version } = (await showEnrolment(site, own.token, data.id)).reg
  await own.api.post('/training/v2/submit', { id: data.id, action: 'cancel', version })
  expect((await showEnrolment(site, own.token, data.rest.id)).reg).toMatchObject({ status: 'offered', canAccept: true })
})

test('all of them wait where that is what is wanted, and nobody is told that it is full while it is not', async () => {
  const courseId = await courseWith(2)
  const own = await signUpComplete(site)
  const { data } = await enrol(site, own.token, courseId, people(3), { whenFew: 'wait' })
  expect(data).toMatchObject({ status: 'waiting', rest: null })
  expect((await showEnrolment(site, own.token, data.id)).reg.next).not.toContain('已满')
  const { list } = (await own.api.get('/member/message/list')).data
  expect(JSON.stringify(list)).not.toContain('已满')
  expect(await enrolled(courseId)).toBe(2)
})

test('a visitor has number and code for both parts', async () => {
  const courseId = await courseWith(1)
  const rows = people(2)
  const asked = await enrolVisitor(site, courseId, rows, { whenFew: 'ask' })
  expect(asked.answer).toMatchObject({ code: 409, data: { fields: { seats: expect.stringContaining('只余 1 席') } } })
  const { answer, phone, api } = await enrolVisitor(site, courseId, rows, split(1))
  const { rest, ...first } = answer.data
  expect(first).toMatchObject({ status: 'submitted', queryCode: expect.stringMatching(/^\d{6}$/) })
  expect(rest).toMatchObject({ personsCount: 1, queryCode: expect.stringMatching(/^\d{6}$/) })
  const given = { regNo: rest.regNo, queryCode: rest.queryCode, contactMobile: phone }
  const { ticket } = (await site.from(newAddress()).post('/app/training/open', given)).data
  const seen = await site.as({ ticket }, newAddress()).get('/app/training/getApply', { regNo: rest.regNo })
  expect(seen.data.reg).toMatchObject({ status: 'waiting', personsCount: 1 })
  const more = { trainingId: courseId, participants: rows, ...split(1), invoice: { invoiceKind: 'none' } }
  const again = await api.post('/app/training/submit', {
    ...more,
    org: { applicantType: 'person', provinceCode: '110000', contactName: '王芳', contactMobile: phone, agree: true },
  })
  expect(again.data).toMatchObject({ regNo: first.regNo, rest: { regNo: rest.regNo } })
  expect(await states(courseId)).toEqual(['submitted', 'submitted', 'waiting'])
})

test('of two at once for the last places one has them; the other is asked anew, and decides on what is left', async () => {
  const courseId = await courseWith(3)
  const both = [await signUpComplete(site), await signUpComplete(site)]
  const rows = both.map(() => people(2))
  const answers = await Promise.all(
    both.map(({ token }, i) => enrol(site, token, courseId, rows[i]!, { whenFew: 'ask' })),
  )
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  const late = answers.findIndex(({ code }) => code === 409)
  expect(answers[late]!.data.fields.seats).toContain('只余 1 席')
  const chosen = await enrol(site, both[late]!.token, courseId, rows[late]!, split(1))
  expect(chosen.data).toMatchObject({ status: 'submitted', rest: { personsCount: 1 } })
  expect(await enrolled(courseId)).toBe(4)
})

test('of two at once who were both told of one place only one gets it by that, and nobody waits unasked', async () => {
  const courseId = await courseWith(1)
  const both = [await signUpComplete(site), await signUpComplete(site)]
  const rows = both.map(() => people(2))
  const answers = await Promise.all(both.map(({ token }, i) => enrol(site, token, courseId, rows[i]!, split(1))))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect(answers.find(({ code }) => code === 409)!.msg).toContain('没有空余名额')
  expect(await enrolled(courseId)).toBe(4)
  expect(await states(courseId)).toEqual(['submitted', 'submitted', 'waiting'])
})
