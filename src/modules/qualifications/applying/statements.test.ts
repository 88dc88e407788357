import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { receivable } from '#modules/ledger/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { secretary } from '#test/support/applying.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { begin, type Company, company, type Desks, pass, payFee } from '#test/support/qualifying.ts'
import { importPayments } from '#test/support/statements.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '5000' } })

let desks: Desks
let cookie: { cookie: string }
let cashier: ReturnType<typeof site.as>
let other: ReturnType<typeof site.as>
beforeAll(async () => {
  cookie = await staffSession(site, await staffWith(site, ['cashier']))
  cashier = site.as(cookie)
  other = await asStaff(site, await staffWith(site, ['cashier']))
  desks = { reviewer: await asStaff(site, 'reviewer'), cashier, secretary: await secretary(site) }
})

const CREDIT = 701
const AA = 7012

/** A company whose assessment has come to its fee. */
async function owing() {
  const by = await company(site)
  const id = await begin(by, { applyType: 'initial', childId: CREDIT, levelId: AA })
  await pass(site, desks, by, id, 'unpaid')
  const { db } = site.services
  const [fee] = await db.select().from(receivable).where(eq(receivable.applicationId, id))
  const [of] = await db.select().from(application).where(eq(application.id, id))
  return { ...by, id, amount: fee!.amount, number: of!.number!, owed: { payable: 'assessmentFee', payableId: id } }
}

const statement = (...payments: Parameters<typeof importPayments>[2][]) => importPayments(site, cookie, ...payments)
const accept = (by: typeof cashier, lineId: number, owed: object, amount: number) =>
  by.post('/staff/statement/accept', { lineId, shares: [{ ...owed, amount }] })
const codes = (answers: { code: number }[]) => answers.map(({ code }) => code).toSorted()
const statusOf = async (by: Company, id: number) =>
  (await by.api.get('/qualification/detail', { id })).data.apply.status

describe('the fee of an assessment in a bank statement', () => {
  test('is found by number and by name, beside the fees of members; each says what it is', async () => {
    const [one, two] = [await owing(), await owing()]
    const { lines } = await statement(
      { amount: one.amount, payer: '代付人', remark: `评审费 ${one.number}` },
      { amount: two.amount, payer: two.orgName! },
      { amount: two.amount + 1, remark: two.number },
    )
    expect(lines[0].proposal).toMatchObject({
      owed: [{ ...one.owed, kindName: '评审费', name: one.orgName, number: one.number }],
    })
    expect(lines[0].proposal).toMatchObject({ certain: true, owed: [{ about: expect.stringMatching(/评审费$/) }] })
    expect(lines[1].proposal).toMatchObject({
      owed: [two.owed],
      certain: false,
      problem: expect.stringContaining('2 笔流水'),
    })
    expect(lines[2].proposal.problem).toContain('金额不符')
    const { data } = await cashier.get('/staff/received/owed', { words: two.number })
    expect(data.list).toMatchObject([{ ...two.owed, stateName: '待缴' }])
  })

  test('moves the application on, whether or not a slip was shown, and is not undone', async () => {
    for (const shows of [false, true]) {
      const by = await owing()
      if (shows) expect((await payFee(by, by.id)).code).toBe(200)
      const { lines } = await statement({ amount: by.amount, payer: by.orgName!, remark: by.number })
      expect((await accept(cashier, lines[0].id, by.owed, by.amount)).code).toBe(200)
      expect(await statusOf(by, by.id)).toBe('deciding')
      const [fee] = await site.services.db.select().from(receivable).where(eq(receivable.applicationId, by.id))
      expect(fee).toMatchObject({ state: 'confirmed', paidOn: '2041-05-01', payer: by.orgName })
      const undone = await cashier.post('/staff/statement/undo', { lineId: lines[0].id, reason: '试试' })
      expect(undone).toMatchObject({ code: 409, msg: expect.stringContaining('不能撤销') })
    }
  })

  test('the same line accepted by two, or two lines for the same fee: one counts, the other is told', async () => {
    const by = await owing()
    const { id, lines } = await statement(
      { amount: by.amount, remark: by.number },
      { amount: by.amount, remark: by.number },
    )
    const [first, second] = lines
    const answers = await Promise.all([
      ...[cashier, other].map(one => accept(one, first.id, by.owed, by.amount)),
      ...[cashier, other].map(one => accept(one, second.id, by.owed, by.amount)),
    ])
    expect(codes(answers)).toEqual([200, 409, 409, 409])
    for (const { code, msg } of answers) if (code === 409) expect(msg).toMatch(/已由 .+ 标为已入账|评审费已确认/)
    const after = (await cashier.get('/staff/statement/lines', { id })).data.list
    expect(after.map(({ state }: { state: string }) => state).toSorted()).toEqual(['accepted', 'open'])
    expect(after.find(({ state }: { state: string }) => state === 'accepted')).toMatchObject({
      paid: { owed: [by.owed], canUndo: false },
      proposal: null,
    })
    expect(after.find(({ state }: { state: string }) => state === 'open').proposal).toMatchObject({
      certain: false,
      problem: expect.stringContaining('是否重复汇款'),
    })
  })

  test('confirmed at the desk and found in the bank at once is confirmed once', async () => {
    const by = await owing()
    await payFee(by, by.id)
    const { lines } = await statement({ amount: by.amount, remark: by.number })
    const { version } = (await desks.reviewer.get('/staff/review/detail', { id: by.id })).data
    const confirmed = desks.cashier.post('/staff/fee/confirm', { id: by.id, version, action: 'pass' })
    const answers = await Promise.all([confirmed, accept(other, lines[0].id, by.owed, by.amount)])
    expect(codes(answers)).toEqual([200, 409])
    expect(await statusOf(by, by.id)).toBe('deciding')
  })

  test('all certain ones of both kinds at once', async () => {
    const by = await owing()
    const { id } = await statement(
      { amount: by.amount, payer: by.orgName!, remark: '评审费' },
      { amount: 7, payer: '路人' },
    )
    expect((await cashier.get('/staff/statement/detail', { id })).data).toMatchObject({
      certain: 1,
      certainAmount: by.amount,
    })
    const { data } = await cashier.post('/staff/statement/acceptAll', { id, expected: 1 })
    expect(data).toMatchObject([{ done: true, name: expect.stringContaining(by.orgName!) }])
    expect(await statusOf(by, by.id)).toBe('deciding')
  })

  test('what is not owed, or of no such kind, is refused in words', async () => {
    const { lines } = await statement({ amount: 5, payer: '路人' })
    for (const [owed, code] of [
      [{ payable: 'assessmentFee', payableId: 999_999 }, 404],
      [{ payable: 'nothing', payableId: 1 }, 404],
      [{ payableId: 1 }, 400],
    ] as const)
      expect(await accept(cashier, lines[0].id, owed, 1)).toMatchObject({ code, msg: expect.stringMatching(/[一-龥]/) })
  })
})
