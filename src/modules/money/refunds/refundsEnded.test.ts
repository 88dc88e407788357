import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { approval } from '#modules/approvals/server/tables.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { agree, ask, detail, pay, receivable, receiveAll } from '#test/setups/membership/refunds.ts'
import { cashier, type Fee, fees, other, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import type { RefundRow } from './contract.ts'

setUpBankStatements()

const today = dayOf(new Date())
beforeAll(() => receiveAll(fees.slice(0, 2)))

test('a refund that is refused, or taken back by who asked, or before it is paid out, it frees what it held', async () => {
  const [of] = fees as [Fee]
  const open = async () => (await ask(of, of.fee.amount)).data.id as number
  const refusedId = await open()
  const { approvalId } = await detail(refusedId)
  await other.post('/staff/approval/refuse', { id: approvalId, reason: '账号不对' })
  expect(await detail(refusedId)).toMatchObject({ state: 'refused', stateName: '已驳回', note: '账号不对' })
  const backId = await open()
  await cashier.post('/staff/approval/withdraw', { id: (await detail(backId)).approvalId })
  expect(await detail(backId)).toMatchObject({ state: 'withdrawn' })
  const withdraw = async (id: number, more = {}) =>
    cashier.post('/staff/refund/withdraw', { id, version: (await detail(id)).version, reason: '不退了', ...more })
  const droppedId = await open()
  const kept = (await detail(droppedId)).approvalId
  expect(await withdraw(droppedId, { version: 9 })).toMatchObject({ code: 409 })
  expect(await withdraw(droppedId)).toMatchObject({ code: 200, data: { state: 'withdrawn' } })
  const [gone] = await site.services.db.select().from(approval).where(eq(approval.id, kept))
  expect(gone!.state).toBe('withdrawn')
  expect(await other.post('/staff/approval/agree', { id: kept })).toMatchObject({ code: 409 })
  const agreedId = await open()
  await agree(agreedId)
  expect(await withdraw(agreedId)).toMatchObject({ code: 200 })
  expect(await pay(agreedId, 'X')).toMatchObject({ code: 409 })
  expect(await withdraw(agreedId)).toMatchObject({ code: 409 })
  expect(await receivable(of)).toMatchObject({ refundable: of.fee.amount, net: of.fee.amount })
  const trainer = await asStaff(site, await staffWith(site, ['trainer']))
  expect((await trainer.get('/staff/refund/detail', { id: agreedId })).code).toBe(403)
})

test('a refund that nobody agreed to in seven days says so, and is asked for again by whoever takes it on, or taken back', async () => {
  const { db } = site.services
  const [, of] = fees as [Fee, Fee]
  const asked = await ask(of, 30)
  const { id } = asked.data
  const { approvalId, approvalUntil, version } = await detail(id)
  expect(dayOf(new Date(approvalUntil))).toBe(addDays(today, 7))
  expect(await cashier.post('/staff/refund/askAgain', { id, version })).toMatchObject({
    code: 409,
    msg: '这笔退款待同意，不必重新提请',
  })
  const past = new Date(Date.now() - 1000)
  const letPass = async (kept: number, refundId = id) => {
    await db.update(approval).set({ expiresAt: past }).where(eq(approval.id, kept))
    await db.update(refund).set({ approvalUntil: past }).where(eq(refund.id, refundId))
  }
  await letPass(approvalId)
  expect(await detail(id)).toMatchObject({ state: 'expired', stateName: '同意已过期', approvalId: null })
  expect(await other.post('/staff/approval/agree', { id: approvalId })).toMatchObject({ code: 409 })
  expect(await pay(id, 'E1')).toMatchObject({ code: 409, msg: '这笔退款同意已过期，不能登记汇出' })
  const inState = async (state: string) =>
    (await cashier.get('/staff/refund/list', { state, pageSize: 100 })).data.list.map((row: RefundRow) => row.id)
  expect(await inState('expired')).toEqual([id])
  expect(await inState('asked')).not.toContain(id)
  const tasks = (await cashier.get('/staff/overview')).data.tasks
  expect(tasks.find(({ code }: { code: string }) => code === 'refundsExpired')).toMatchObject({ count: 1 })
  const owed = await receivable(of)
  expect(owed).toMatchObject({ refundable: sumAmounts([of.fee.amount, -30]), refunds: [{ id, state: 'expired' }] })
  const again = { id, version }
  expect(await other.post('/staff/refund/askAgain', { id, version: 9 })).toMatchObject({ code: 409 })
  const taken = await Promise.all([other, other].map(by => by.post('/staff/refund/askAgain', again)))
  expect(taken.map(({ code }) => code).sort()).toEqual([200, 409])
  const shown = await detail(id)
  expect(shown).toMatchObject({ state: 'asked', isMine: false })
  expect(shown.approvalId).not.toBe(approvalId)
  expect(await agree(id, other)).toMatchObject({ code: 403 })
  expect(await agree(id, cashier)).toMatchObject({ code: 200 })
  expect(await pay(id, 'E2')).toMatchObject({ code: 200, data: { state: 'paid' } })
  const backId = (await ask(of, 20)).data.id
  const back = await detail(backId)
  await letPass(back.approvalId, backId)
  const withdrawn = { id: backId, version: back.version, reason: '不退了' }
  expect(await cashier.post('/staff/refund/withdraw', withdrawn)).toMatchObject({ data: { state: 'withdrawn' } })
})
