import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { raiseFees } from '#modules/membership/server/feeRows.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  confirmPayment,
  decideEnrolment,
  enrol,
  openCourse,
  payEnrolment,
  showEnrolment,
  somePeople,
} from '#test/support/enrolling.ts'
import { asStaff, signUpComplete, staffSession, staffWith } from '#test/support/make.ts'
import { importPayments } from '#test/support/statements.ts'
import { participant } from '../server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })

let reviewer: Awaited<ReturnType<typeof asStaff>>
let cookie: { cookie: string }
let cashier: ReturnType<typeof site.as>
let other: ReturnType<typeof site.as>
beforeAll(async () => {
  reviewer = await asStaff(site, 'reviewer')
  cookie = await staffSession(site, await staffWith(site, ['cashier']))
  cashier = site.as(cookie)
  other = await asStaff(site, await staffWith(site, ['cashier']))
})

let next = 700_000
/** Names two whom nobody else in these tests has. */
function twoPeople() {
  next += 2
  return somePeople(next, 2)
}

/** A company that has signed two people up and has to pay for them. */
async function owing(courseId: number) {
  const own = await signUpComplete(site)
  const people = twoPeople()
  const { data } = await enrol(site, own.token, courseId, people)
  await decideEnrolment(site, reviewer, data.id)
  const { reg } = await showEnrolment(site, own.token, data.id)
  expect(reg.status).toBe('unpaid')
  const owed = { payable: 'enrolment', payableId: data.id as number }
  return { ...own, id: data.id as number, number: reg.regNo as string, amount: reg.totalFee as number, owed, people }
}

const accept = (by: typeof cashier, lineId: number, owed: object, amount: number) =>
  by.post('/staff/statement/accept', { lineId, shares: [{ ...owed, amount }] })
const statusOf = async ({ token, id }: { token: string; id: number }) =>
  (await showEnrolment(site, token, id)).reg.status

test('what a course costs is found by number, by name, and by who takes part; of several courses the remark says which', async () => {
  const batch = (number: number) => ({ title: `水处理取证班（第${number}期）`, batch: `第${number}期` })
  const [second, third] = [await openCourse(site, batch(2)), await openCourse(site, batch(3))]
  const by = await owing(second)
  const twice = await enrol(site, by.token, third, twoPeople())
  await decideEnrolment(site, reviewer, twice.data.id)
  const single = await owing(third)
  const { lines } = await importPayments(
    site,
    cookie,
    { amount: by.amount, payer: '代付人', remark: `培训 ${by.number}` },
    { amount: by.amount, payer: by.orgName, remark: '培训费第3期' },
    { amount: single.amount, payer: single.orgName },
    { amount: single.amount, payer: String(single.people[0]!.name), remark: '第3期' },
  )
  const [byNumber, byBatch, byName, byPerson] = lines.map(({ proposal }: { proposal: object }) => proposal)
  expect(byNumber).toMatchObject({
    owed: [{ ...by.owed, kindName: '培训费', about: '水处理取证班（第2期）' }],
    certain: true,
  })
  expect(byBatch).toMatchObject({ owed: [{ payable: 'enrolment', payableId: twice.data.id }], certain: false })
  expect(byName).toMatchObject({ owed: [single.owed], score: 90 })
  expect(byPerson).toMatchObject({ owed: [single.owed], score: 60, reason: expect.stringContaining('程') })
})

test('found in the bank it is confirmed, whether or not a slip was shown, and its people enter the register', async () => {
  const courseId = await openCourse(site, { quota: 100 })
  for (const shows of [false, true]) {
    const by = await owing(courseId)
    if (shows) await payEnrolment(site, by.token, by.id)
    const { id, lines } = await importPayments(site, cookie, {
      amount: by.amount,
      payer: by.orgName,
      remark: by.number,
    })
    expect((await accept(cashier, lines[0].id, by.owed, by.amount)).code).toBe(200)
    expect(await statusOf(by)).toBe('confirmed')
    const { db } = site.services
    const [of] = await db.select().from(receivable).where(eq(receivable.number, by.number))
    expect(of).toMatchObject({ state: 'confirmed', paidOn: '2041-05-01', payer: by.orgName })
    const people = await db.select().from(participant).where(eq(participant.registrationId, by.id))
    expect(people.every(({ personId }) => personId !== null)).toBe(true)
    const [line] = (await cashier.get('/staff/statement/lines', { id })).data.list
    expect(line).toMatchObject({
      state: 'accepted',
      paid: { owed: [{ ...by.owed, stateName: '报名成功' }], canUndo: false },
    })
    const undone = await cashier.post('/staff/statement/undo', { lineId: line.id, reason: '试试' })
    expect(undone).toMatchObject({ code: 409, msg: expect.stringContaining('不能撤销') })
  }
})

test('one line accepted by two, two lines for one enrolment, and the desk beside them: it is paid once', async () => {
  const by = await owing(await openCourse(site))
  await payEnrolment(site, by.token, by.id)
  const payment = { amount: by.amount, remark: by.number }
  const { lines } = await importPayments(site, cookie, payment, payment)
  const desk = confirmPayment(site, await asStaff(site, 'cashier'), by.id).then(
    () => 200,
    () => 409,
  )
  const answers = await Promise.all(
    [cashier, other].flatMap(one => lines.map(({ id }: { id: number }) => accept(one, id, by.owed, by.amount))),
  )
  const codes = [...answers.map(({ code }) => code as number), await desk]
  expect(codes.toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await statusOf(by)).toBe('confirmed')
})

test('what comes too early or too late is shown and not matched', async () => {
  const courseId = await openCourse(site)
  const own = await signUpComplete(site)
  const { data: early } = await enrol(site, own.token, courseId, twoPeople())
  const { lines: too } = await importPayments(site, cookie, { amount: 400, remark: early.regNo })
  expect(too[0].proposal).toMatchObject({
    owed: [{ payableId: early.id }],
    certain: false,
    problem: expect.stringContaining('待初审'),
  })

  const by = await owing(courseId)
  const { version } = (await showEnrolment(site, by.token, by.id)).reg
  await by.api.post('/training/v2/submit', { id: by.id, action: 'cancel', version })
  const { lines } = await importPayments(site, cookie, { amount: by.amount, remark: by.number })
  expect(lines[0].proposal).toMatchObject({
    owed: [by.owed],
    certain: false,
    problem: expect.stringContaining('已取消'),
  })
  expect(await accept(cashier, lines[0].id, by.owed, by.amount)).toMatchObject({
    code: 409,
    msg: expect.stringContaining('已取消'),
  })
})

test('of one payer who owes a fee and a course of the same sum, the cashier is told of both', async () => {
  const by = await owing(await openCourse(site))
  const { db } = site.services
  const [own] = await db.select().from(organisation).where(eq(organisation.name, by.orgName!))
  const { rows } = await db.execute<{ id: number }>(
    `insert into member (number, kind, level_code, joined_on, organisation_id)
     values ('KIND-${by.id}', 'organisation', 10, '2020-01-01', ${own!.id}) returning id`,
  )
  await raiseFees({ db, now: new Date() }, [{ memberId: rows[0]!.id, year: 2041, levelCode: 10, amount: by.amount }])
  const payments = ['', '会费', '培训费'].map(remark => ({ amount: by.amount, payer: by.orgName, remark }))
  const { id } = await importPayments(site, cookie, ...payments)
  const { data } = await cashier.get('/staff/statement/lines', { id })
  const kinds = data.list.map(
    ({ proposal }: { proposal: { owed: { payable: string }[] } }) => proposal.owed[0]!.payable,
  )
  expect(kinds.slice(1)).toEqual(['memberFee', 'enrolment'])
  for (const { proposal } of data.list) {
    expect(proposal.certain).toBe(false)
    expect(proposal.problem).toContain(`${by.orgName} 2041 年度会费、${by.orgName} 锅炉水质检测员取证班`)
  }
  const found = await cashier.get('/staff/received/owed', { words: by.orgName! })
  expect(found.data.list.map(({ kindName }: { kindName: string }) => kindName).toSorted()).toEqual(['会费', '培训费'])
})
