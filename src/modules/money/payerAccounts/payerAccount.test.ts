import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { feeColumns, isOwed, type Fee as OwedFee } from '#modules/membership/server/feeRows.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { cashier, cookie, other, setUpBankStatements, YEAR } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, signInAs } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'

setUpBankStatements()

const today = dayOf(new Date())
let organisationId: number
let fee: OwedFee
let token: string
let own: ReturnType<typeof site.as>
type Line = { about: string; owed: number | null; received: number | null; balance: number; day: string }
type Account = {
  opening: number
  closing: number
  open: number
  credit: number
  owed: number
  received: number
  lines: Line[]
}
const read = async (period: object = {}): Promise<Account> =>
  (await cashier.get('/staff/payer/account', { kind: 'organisation', id: organisationId, ...period })).data
const record = (amount: number, shares: number, more: object = {}) =>
  cashier.post('/staff/received/record', {
    way: 'cash',
    paidOn: today,
    payer: '柜台',
    amount,
    shares: shares ? [{ payable: 'memberFee', payableId: fee.id, amount: shares }] : [],
    ...more,
  })

beforeAll(async () => {
  const { db } = site.services
  const [found] = await db
    .select({ account, fee: feeColumns })
    .from(account)
    .innerJoin(member, eq(member.organisationId, account.organisationId))
    .innerJoin(memberFee, eq(memberFee.memberId, member.id))
    .innerJoin(receivable, isOwed)
    .where(eq(account.userName, 'qingyuan'))
    .then(rows => rows.filter(row => row.fee.year === YEAR))
  fee = found!.fee
  organisationId = found!.account.organisationId!
  token = await signInAs(site, 'qingyuan')
  own = site.as(token)
})

test('each line changes the balance, which is what is open less what was paid too much', async () => {
  const before = await read()
  const { open } = before
  expect(before).toMatchObject({ credit: 0, closing: open })
  const raised = before.lines.find(({ about }) => about.startsWith(`会费：${YEAR} 年度会费`))
  expect(raised).toMatchObject({ owed: fee.amount, received: null })

  await record(500, 500)
  expect(await read()).toMatchObject({ open: open - 500, closing: open - 500 })
  const { data } = await record(fee.amount, fee.amount - 500)
  expect(data).toMatchObject({ credit: 500 })
  const paid = await read()
  expect(paid).toMatchObject({ open: open - fee.amount, credit: 500, closing: open - fee.amount - 500 })
  expect((await own.get('/member/payer/account')).data).toEqual(paid)
  let balance = paid.opening
  for (const { owed, received, balance: said } of paid.lines) {
    balance = sumAmounts([balance, owed ?? 0, -(received ?? 0)])
    expect(said).toBe(balance)
  }
  expect(sumAmounts(paid.lines.map(({ owed }) => owed ?? 0))).toBe(paid.owed)
  expect(sumAmounts(paid.lines.map(({ received }) => received ?? 0))).toBe(paid.received)
})

test('a period begins with what was owed before it, and shows only its own days', async () => {
  const all = await read()
  const later = await read({ from: '2042-01-01', to: '2042-12-31' })
  expect(later).toMatchObject({ lines: [], opening: all.closing, closing: all.closing, owed: 0, received: 0 })
  const earlier = await read({ to: '2020-01-01' })
  expect(earlier.lines.every(({ day }) => day <= '2020-01-01')).toBe(true)
  const todays = await read({ from: today })
  expect(todays.lines.every(({ day }) => day >= today)).toBe(true)
  expect(todays.lines.length).toBeLessThan(all.lines.length)
  expect(todays.closing).toBe(all.closing)
})

test('what was taken back stands as its own line', async () => {
  const before = await read()
  const { data } = await record(80, 0, { payer: '' })
  const nobodys = await read()
  expect(nobodys.closing).toBe(before.closing)
  expect(await cashier.post('/staff/received/cancel', { id: data.id, reason: '记错了' })).toMatchObject({ code: 200 })
  const list = (await cashier.get('/staff/received/list', { state: 'credit', pageSize: 100 })).data.list
  const credit = list.find((one: { credit: number }) => one.credit === 500)
  expect(await cashier.post('/staff/received/cancel', { id: credit.id, reason: '假币' })).toMatchObject({ code: 200 })
  const after = await read()
  expect(after.lines.filter(({ about }) => about.startsWith('更正'))).toHaveLength(2)
  expect(after).toMatchObject({
    credit: 0,
    open: before.open + fee.amount - 500,
    closing: before.open + fee.amount - 500,
  })
})

test('the member reads the same, of nobody else; both get it as a paper', async () => {
  const period = { from: `${today.slice(0, 4)}-01-01`, to: today }
  for (const asked of [period, { from: '2042-01-01', to: '2042-12-31' }])
    expect((await own.get('/member/payer/account', asked)).data).toEqual(await read(asked))
  const paper = async (path: string, asked: Record<string, string>, headers: Record<string, string>) => {
    const { rawPayload } = await site.app.inject({ url: `/api${path}?${new URLSearchParams(asked)}`, headers })
    return textOf(rawPayload)
  }
  const owns = await paper('/member/payer/statement', period, { token })
  expect(owns).toContain('对账单')
  expect(owns).toContain(`${YEAR}年度会费`)
  const which = { kind: 'organisation', id: String(organisationId) }
  expect(await paper('/staff/payer/statement', { ...which, ...period }, cookie)).toContain('核对无误')
  const reviewer = await asStaff(site, 'reviewer')
  const asked = { kind: 'organisation', id: organisationId }
  expect(await reviewer.get('/staff/payer/account', asked)).toMatchObject({ code: 403 })
  expect(await cashier.get('/staff/payer/account', { kind: 'person', id: 999_999 })).toMatchObject({ code: 404 })
})

test('the company file tells the balance and leads to it', async () => {
  const { parts } = (await other.get('/staff/organisation/detail', { id: organisationId })).data
  const part = parts.find(({ name }: { name: string }) => name === 'payerAccount')
  expect(part.rows).toMatchObject([
    { text: expect.stringContaining('未缴'), route: `/staff/payers/organisation/${organisationId}` },
  ])
})
