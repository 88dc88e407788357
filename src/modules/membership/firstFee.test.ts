import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { raiseFees, selectFees } from '#modules/membership/server/feeRows.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  cashier,
  csv,
  feeOf,
  linesOf,
  other,
  setUpBankStatements,
  stateOf,
  upload,
} from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, openSession, putFile, signUpComplete } from '#test/support/make.ts'
import { advanceApplication, lockApplication } from '../review/server/steps.ts'
import { member, memberFee } from './server/tables.ts'

setUpBankStatements()

describe('the first fee', () => {
  afterEach(() => vi.useRealTimers())

  /** Creates an applicant whose notice period has ended and who has to pay. */
  async function applicant() {
    const own = await signUpComplete(site)
    return { ...own, ...(await apply(own.api)) }
  }
  async function apply(api: ReturnType<typeof site.as>) {
    const { data } = await api.get('/member/getApply1')
    const wishes = { levelCode: '10', applyReason: '交流', agreeCharter: true, agreeTruth: true }
    const sent = await api.post('/member/apply1Submit', { form: { ...data.form, ...wishes }, action: 'submit' })
    const id = sent.data.applyId as number
    const { services } = site
    await services.db.update(application).set({ state: 'noticed' }).where(eq(application.id, id))
    const calendar = site.ctx()
    await services.db.transaction(async db => {
      const ctx = { ...calendar, db }
      await advanceApplication(ctx, await lockApplication(ctx, id), {
        action: 'pass',
        by: 'calendar',
        actorName: '系统',
      })
    })
    const [fee] = await selectFees(services).where(eq(memberFee.applicationId, id))
    return { id, number: sent.data.number as string, fee: fee! }
  }

  test('found in the bank completes the membership, whether or not a slip was shown; and is not undone', async () => {
    const by = await applicant()
    const { data } = await upload(csv(`2041-05-01,${by.fee.amount},${by.orgName},,入会 ${by.number},F-${by.id}`))
    const [line] = await linesOf(data.id)
    expect(line.proposal).toMatchObject({
      owed: [{ payable: 'memberFee', payableId: by.fee.id, kindName: '会费' }],
      certain: true,
    })
    const body = { lineId: line.id, ...feeOf(by.fee) }
    const answers = await Promise.all([cashier, other].map(one => one.post('/staff/statement/accept', body)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const own = (await by.api.get('/member/membership')).data
    expect(own.member).toMatchObject({ status: 'active' })
    expect(own.fees).toMatchObject([{ state: 'confirmed', paidOn: '2041-05-01', canPay: false }])
    const undone = await cashier.post('/staff/statement/undo', { lineId: line.id, reason: '试试' })
    expect(undone).toMatchObject({ code: 409, msg: expect.stringContaining('入会') })
    const history = (await cashier.get('/staff/fee/detail', { id: by.fee.id })).data.history
    expect(history.at(-1).what).toBe('确认到账')
  })

  test('returned over New Year stays the one fee that it was, which one payment settles and no yearly run asks for again', async () => {
    const own = await signUpComplete(site)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(new Date('2034-12-30T10:00:00+08:00'))
    const december = site.as(await openSession(site, own.userName))
    const by = { ...own, ...(await apply(december)) }
    expect(by.fee).toMatchObject({ year: 2034, state: 'due' })
    const slipId = await putFile(site, await openSession(site, own.userName), '凭证.png')
    const title = { receiptTitle: by.orgName, receiptCreditCode: by.creditCode, receiptEmail: 'fee@example.com' }
    const receipt = { paidOn: '2034-12-30', payer: by.orgName, slipId, ...title }
    const shown = { applyId: by.id, receipt, action: 'submit' }
    expect(await december.post('/member/apply2Submit', shown)).toMatchObject({ code: 200 })

    vi.setSystemTime(new Date('2035-01-05T10:00:00+08:00'))
    const january = await asStaff(site, 'cashier')
    const member = site.as(await openSession(site, own.userName))
    const { version } = (await january.get('/staff/review/detail', { id: by.id })).data
    const returned = { id: by.id, version, action: 'return', opinion: '看不清' }
    expect(await january.post('/staff/fee/confirm', returned)).toMatchObject({ code: 200 })
    const owed = () => selectFees(site.services).where(eq(memberFee.applicationId, by.id))
    expect(await owed()).toMatchObject([{ id: by.fee.id, year: 2034, amount: by.fee.amount, state: 'refused' }])
    const [told] = (await member.get('/member/message/list')).data.list
    expect(told.content).toContain(`2034 年度会费 ${formatYuan(by.fee.amount)} 元`)

    const paid = { way: 'cash', paidOn: '2035-01-05', payer: by.orgName, amount: by.fee.amount, ...feeOf(by.fee) }
    expect(await january.post('/staff/received/record', paid)).toMatchObject({ code: 200, data: { credit: 0 } })
    expect(await owed()).toMatchObject([{ id: by.fee.id, state: 'confirmed', paidOn: '2035-01-05' }])
    const receivable = (await january.get('/staff/receivable/detail', { id: by.fee.id * 100 + 1 })).data
    expect(receivable).toMatchObject({ received: by.fee.amount, open: 0, payments: [{ wayName: '现金' }] })
    const [{ memberId }] = (await owed()) as unknown as [{ memberId: number }]
    for (const year of [2034, 2035]) {
      const { count } = (await january.get('/staff/fee/raise', { year })).data
      const run = { year, dueOn: '2035-06-30', expected: count }
      expect(await january.post('/staff/fee/raise', run)).toMatchObject({ code: 200 })
    }
    const all = await selectFees(site.services).where(eq(memberFee.memberId, memberId))
    expect(all.map(({ year, state }) => [year, state]).toSorted()).toEqual([
      [2034, 'confirmed'],
      [2035, 'due'],
    ])
  })

  test('of an application that ends unpaid is owed no more; what was paid of it is a credit, as the applicant reads', async () => {
    const by = await applicant()
    const paid = { way: 'cash', paidOn: dayOf(new Date()), payer: by.orgName, amount: 300 }
    const shares = [{ payable: 'memberFee', payableId: by.fee.id, amount: 300 }]
    const { data } = await cashier.post('/staff/received/record', { ...paid, shares })
    const [of] = await site.services.db.select().from(application).where(eq(application.id, by.id))
    await applyDeadlines(site.ctx(startOf(addDays(of!.dueOn!, 1))))
    expect(await stateOf(by.fee.id)).toMatchObject({ state: 'cancelled' })
    const receivable = (await cashier.get('/staff/receivable/detail', { id: by.fee.id * 100 + 1 })).data
    expect(receivable).toMatchObject({ state: 'cancelled', received: 0, open: 0 })
    expect((await cashier.get('/staff/received/detail', { id: data.id })).data).toMatchObject({ credit: 300 })
    const [told] = (await by.api.get('/member/message/list')).data.list
    expect(told.content).toContain('已收到的 300 元转为余款')
    const owed = (await cashier.get('/staff/received/owed', { words: by.orgName! })).data
    expect(owed.list).toEqual([])
  })

  test('is not paid by the way of yearly fees', async () => {
    const by = await applicant()
    expect((await by.api.post('/member/fee/pay', { id: by.fee.id, receipt: {} })).code).toBe(404)
    const { version } = await stateOf(by.fee.id)
    const waive = { id: by.fee.id, version, amount: 0, reason: '免' }
    expect((await cashier.post('/staff/fee/adjust', waive)).code).toBe(409)
  })

  test('of who was a member before and owed a fee this year takes its place', async () => {
    const by = await applicant()
    const { db } = site.services
    const [of] = await db.select().from(application).where(eq(application.id, by.id))
    const former = { number: 'OLD-1', kind: 'organisation' as const, levelCode: 10, joinedOn: '2020-01-01' }
    const [was] = await db
      .insert(member)
      .values({ ...former, status: 'withdrawn', organisationId: of!.organisationId })
      .returning()
    await raiseFees({ ...site.services, now: new Date() }, [
      { memberId: was!.id, year: by.fee.year, levelCode: 10, amount: 2000 },
    ])
    const { data } = await upload(csv(`2041-06-01,${by.fee.amount},${by.orgName},,${by.number},G-${by.id}`))
    const [line] = await linesOf(data.id)
    expect((await cashier.post('/staff/statement/accept', { lineId: line.id, ...feeOf(by.fee) })).code).toBe(200)
    const owed = and(eq(memberFee.memberId, was!.id), eq(memberFee.year, by.fee.year))
    const states = (await selectFees({ db }).where(owed)).map(({ state }) => state)
    expect(states.sort()).toEqual(['cancelled', 'confirmed'])
  })
})
