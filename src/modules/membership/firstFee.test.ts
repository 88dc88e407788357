import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
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
import { signUpComplete } from '#test/support/make.ts'
import { advanceApplication, lockApplication } from '../review/server/steps.ts'
import { member, memberFee } from './server/tables.ts'

setUpBankStatements()

describe('the first fee', () => {
  /** Creates an applicant whose notice period has ended and who has to pay. */
  async function applicant() {
    const { api, orgName } = await signUpComplete(site)
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
    const [fee] = await services.db.select().from(memberFee).where(eq(memberFee.applicationId, id))
    return { api, orgName, id, number: sent.data.number as string, fee: fee! }
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

  test('returned over New Year stays the one fee that it was, which one payment settles', async () => {
    const by = await applicant()
    const { db } = site.services
    await db.update(application).set({ state: 'paying' }).where(eq(application.id, by.id))
    await db.update(memberFee).set({ state: 'claimed' }).where(eq(memberFee.id, by.fee.id))
    const january = site.ctx(new Date(`${by.fee.year + 1}-01-05T08:00:00Z`))
    await db.transaction(async db => {
      const ctx = { ...january, db }
      const returned = { action: 'return' as const, by: 'staff' as const, actorName: '财务', opinion: '看不清' }
      await advanceApplication(ctx, await lockApplication(ctx, by.id), returned)
    })
    const owed = () => db.select().from(memberFee).where(eq(memberFee.applicationId, by.id))
    expect(await owed()).toMatchObject([{ id: by.fee.id, year: by.fee.year, state: 'refused' }])
    const { data } = await upload(csv(`2041-05-02,${by.fee.amount},${by.orgName},,${by.number},N-${by.id}`))
    const [line] = await linesOf(data.id)
    expect((await cashier.post('/staff/statement/accept', { lineId: line.id, ...feeOf(by.fee) })).code).toBe(200)
    expect(await owed()).toMatchObject([{ id: by.fee.id, state: 'confirmed' }])
    const { received, amount } = (await cashier.get('/staff/receivable/detail', { id: by.fee.id * 100 + 1 })).data
    expect(received).toBe(amount)
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
    await db.insert(memberFee).values({ memberId: was!.id, year: by.fee.year, levelCode: 10, amount: 2000 })
    const { data } = await upload(csv(`2041-06-01,${by.fee.amount},${by.orgName},,${by.number},G-${by.id}`))
    const [line] = await linesOf(data.id)
    expect((await cashier.post('/staff/statement/accept', { lineId: line.id, ...feeOf(by.fee) })).code).toBe(200)
    const owed = and(eq(memberFee.memberId, was!.id), eq(memberFee.year, by.fee.year))
    const states = (await db.select().from(memberFee).where(owed)).map(({ state }) => state)
    expect(states.sort()).toEqual(['cancelled', 'confirmed'])
  })
})
