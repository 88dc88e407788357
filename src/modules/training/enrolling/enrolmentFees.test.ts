import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { memberLevel } from '#modules/membership/server/tables.ts'
import { site } from '#test/setups/site.ts'
import { cashier, kept, people, peopleIn, reviewer, setUpEnrolments } from '#test/setups/training/enrolments.ts'
import {
  confirmedEnrolment,
  confirmPayment,
  decideEnrolment,
  enrol,
  memberCompany,
  openCourse,
  orgPart,
  payEnrolment,
  showEnrolment,
} from '#test/support/enrolling.ts'
import { signUp, signUpComplete } from '#test/support/make.ts'
import { registration } from '../server/tables.ts'

setUpEnrolments()

describe('a company that has handed in', () => {
  test('that is a member pays what members pay; others, and a person, do not', async () => {
    const own = await memberCompany(site)
    const courseId = await openCourse(site)
    const done = await enrol(site, own.token, courseId, people(3))
    const shown = await showEnrolment(site, own.token, done.data.id)
    expect([shown.fee, shown.reg.totalFee]).toEqual([
      {
        isMember: true,
        memberPlaces: null,
        fares: [{ code: '', name: '', usual: { member: 100, other: 200 }, early: null, isEarlyNow: false, free: 0 }],
        early: [],
      },
      300,
    ])
    const person = await signUp(site, { accountType: 'person' })
    const self = await enrol(site, person.token, courseId, people(1), { org: orgPart({ applicantType: 'person' }) })
    expect(self.data.status).toBe('submitted')
    expect((await showEnrolment(site, person.token, self.data.id)).reg.totalFee).toBe(200)
  })

  test('pays what members pay for as many places a year as its level includes, and for more what others pay', async () => {
    const own = await memberCompany(site)
    const { db } = site.services
    await db.update(memberLevel).set({ trainingSeats: 3 })
    const first = await enrol(site, own.token, await openCourse(site), people(2))
    expect((await showEnrolment(site, own.token, first.data.id)).reg.totalFee).toBe(200)
    const courseId = await openCourse(site)
    const asked = await site.as(own.token).get('/training/v2/detail', { trainingId: courseId })
    expect(asked.data.fee).toMatchObject({ isMember: true, memberPlaces: 1 })
    const second = await enrol(site, own.token, courseId, people(2))
    expect((await showEnrolment(site, own.token, second.data.id)).reg.totalFee).toBe(300)
    const { id, version } = second.data
    const fewer = await enrol(site, own.token, courseId, people(1), { id, version })
    expect((await showEnrolment(site, own.token, fewer.data.id)).reg.totalFee).toBe(100)
    await db.update(memberLevel).set({ trainingSeats: null })
  })

  test('of a course that costs nothing is confirmed by the review alone', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site, { feeMember: 0, feeOther: 0 })
    const id = await confirmedEnrolment(site, own.token, courseId, people(1))
    expect((await showEnrolment(site, own.token, id)).reg).toMatchObject({ status: 'confirmed', totalFee: 0 })
  })

  test('changes its invoice while it pays, and what it was made out to is offered the next time', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site)
    const wanted = { invoiceKind: 'ordinary', titleType: 'organisation', invoiceTitle: own.orgName }
    const lacking = await enrol(site, own.token, courseId, people(1), { invoice: wanted })
    expect(Object.keys(lacking.data.fields)).toEqual(['invoiceEmail', 'taxNumber'])
    const invoice = { ...wanted, taxNumber: own.creditCode, invoiceEmail: 'fee@example.com' }
    const done = await enrol(site, own.token, courseId, people(1), { invoice })
    await decideEnrolment(site, reviewer, done.data.id)
    const paid = await payEnrolment(site, own.token, done.data.id, { invoice: { ...invoice, invoiceTitle: '新抬头' } })
    expect(paid.data).toMatchObject({ status: 'paid' })
    const { openFields, reg } = await showEnrolment(site, own.token, done.data.id)
    expect(reg.canEdit).toBe(false)
    expect(openFields).toContain('invoiceTitle')
    expect(openFields).not.toContain('participants')
    const changed = await own.api.post('/training/v2/submit', {
      id: done.data.id,
      action: 'save',
      version: reg.version,
      invoice: { ...invoice, invoiceTitle: '再改的抬头' },
    })
    expect(changed.data).toMatchObject({ status: 'paid' })
    const [owed] = await site.services.db.select().from(receivable).where(eq(receivable.number, done.data.regNo))
    expect(owed).toMatchObject({ isWithoutInvoice: false, invoiceTitle: '再改的抬头', invoiceIsSpecial: false })
    const next = (await own.api.get('/training/v2/detail', { trainingId: await openCourse(site) })).data
    expect(next.lastInvoice).toMatchObject({ invoiceTitle: '再改的抬头', taxNumber: own.creditCode })
  })

  test('has one registration under way for a course: others are added there, and not written over it', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site)
    const two = people(2)
    const done = await enrol(site, own.token, courseId, two)
    expect((await enrol(site, own.token, courseId, two)).data).toEqual(done.data)
    const other = await enrol(site, own.token, courseId, people(1))
    expect([other.code, other.msg]).toEqual([409, expect.stringContaining(done.data.regNo)])
    expect((await own.api.get('/training/v2/detail', { trainingId: courseId })).data.reg.id).toBe(done.data.id)
    const edit = (name: string) =>
      own.api.post('/training/v2/submit', {
        id: done.data.id,
        action: 'submit',
        version: done.data.version,
        participants: [{ ...two[0], name }, two[1]],
      })
    const answers = await Promise.all([edit('程甲'), edit('程乙')])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const written = answers[0]!.code === 200 ? '程甲' : '程乙'
    expect((await peopleIn(done.data.id))[0]).toMatchObject({ name: written })
  })

  test('sees its own and what staff brought in for it, and nobody else’s', async () => {
    const [own, other] = [await signUpComplete(site), await signUpComplete(site)]
    const courseId = await openCourse(site)
    const done = await enrol(site, own.token, courseId, people(1))
    const [of] = await site.services.db.select().from(account).where(eq(account.id, own.accountId))
    const [brought] = await site.services.db
      .insert(registration)
      .values({
        number: 'PX-I-1',
        courseId,
        channel: 'import',
        organisationId: of!.organisationId,
        organisationName: own.orgName!,
        status: 'confirmed',
      })
      .returning()
    const list = async (by: typeof own) => (await by.api.get('/training/v2/registration/list')).data.list
    expect((await list(own)).map(({ id }: { id: number }) => id)).toEqual([brought!.id, done.data.id])
    expect(await list(other)).toEqual([])
    for (const call of [
      other.api.get('/training/v2/detail', { id: done.data.id }),
      other.api.post('/training/v2/submit', { id: done.data.id, action: 'cancel', version: done.data.version }),
      other.api.post('/training/v2/submit', { id: brought!.id, action: 'cancel' }),
    ])
      expect((await call).code).toBe(404)
    const mine = await own.api.post('/training/v2/submit', { id: brought!.id, action: 'cancel' })
    expect([mine.code, mine.msg]).toEqual([409, expect.stringContaining('由协会登记')])
    expect((await showEnrolment(site, own.token, brought!.id)).reg).toMatchObject({
      status: 'confirmed',
      canEdit: false,
    })
    const courses = (await own.api.get('/training/list', { key: '', pageSize: 100 })).data.list
    expect(courses.find(({ id }: { id: number }) => id === courseId)).toMatchObject({ myRegId: brought!.id })
  })

  test('whose person the register knows under another name is confirmed without touching that person', async () => {
    const own = await signUpComplete(site)
    const courseId = await openCourse(site)
    const [one] = people(1)
    const { encryption, db } = site.services
    const hash = encryption.hash(String(one!.idNumber))
    const [known] = await db.insert(person).values({ name: '程本名', idNumberHash: hash }).returning()
    const done = await enrol(site, own.token, courseId, [one!])
    const { data } = await reviewer.get('/staff/review/detail', { id: (await kept(done.data.id)).applicationId! })
    expect(JSON.stringify(data.aside)).toContain('程本名')
    await decideEnrolment(site, reviewer, done.data.id)
    await payEnrolment(site, own.token, done.data.id)
    await confirmPayment(site, cashier, done.data.id)
    expect((await peopleIn(done.data.id))[0]).toMatchObject({ personId: null })
    const [after] = await db.select().from(person).where(eq(person.id, known!.id))
    expect(after).toEqual(known)
  })
})
