import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { organisationContact } from '#modules/members/server/tables.ts'
import { detail, idOf, receiveAll } from '#test/setups/membership/refunds.ts'
import { type Fee, fees, setUpBankStatements } from '#test/setups/money/bankStatements.ts'
import { site } from '#test/setups/site.ts'
import { type Colleague, openLink, withPhone } from '#test/support/caseLinks.ts'
import { signInAs } from '#test/support/make.ts'

setUpBankStatements()

let mine: Fee
let member: ReturnType<typeof site.as>
let first: Colleague
let second: Colleague
beforeAll(async () => {
  mine = fees.find(({ name }) => name.includes('清源'))!
  await receiveAll([mine])
  member = site.as(await signInAs(site, 'qingyuan'))
  first = await withPhone(site, 'cashier')
  second = await withPhone(site, 'admin')
})

let keys = 0
const request = async (amount: number): Promise<number> => {
  const sent = { receivable: idOf(mine), amount, reason: '重复缴纳', once: `link-${++keys}` }
  const { code, msg, data } = await member.post('/member/refund/request', sent)
  if (code !== 200) throw new Error(msg)
  return data.id
}
const codes = (acts: { code: string }[]) => acts.map(({ code }) => code)

test('a cashier accepts a request on a phone, and another one agrees on theirs', async () => {
  const id = await request(120)
  const asked = await openLink(site, first)
  const { data } = await asked.read()
  expect(data).toMatchObject({ kindName: '退款', title: `${mine.name} 退款 120 元`, stateName: '待受理' })
  expect(codes(data.acts)).toEqual(['accept', 'decline'])
  expect(data.facts).toContainEqual({ label: '原因', text: '重复缴纳' })
  expect(data.acts[0].consequence).toMatch(/受理后由另一位同事在“双人复核”同意，再汇出/)
  const before = await first.passcode()
  expect(await asked.act('accept')).toMatchObject({ code: 200 })
  expect(await detail(id)).toMatchObject({ state: 'asked', isMine: true })
  expect(await first.passcode(), 'who asked is not asked').toBe(before)
  const agreeing = await openLink(site, second)
  const shown = (await agreeing.read()).data
  expect(shown).toMatchObject({ kindName: '双人复核', title: '退款' })
  expect(shown.sections[0]).toMatchObject({ title: expect.stringContaining(mine.name) })
  expect(shown.sections[0].facts).toContainEqual({ label: '退款金额', text: '120' })
  expect(await agreeing.act('agree')).toMatchObject({ code: 200 })
  expect(await detail(id)).toMatchObject({ state: 'agreed', decidedName: second.name })
})

test('a cashier refuses a request with a reason, which reaches the payer', async () => {
  const id = await request(30)
  const asked = await openLink(site, first)
  const shown = (await asked.read()).data.acts.find(({ code }: { code: string }) => code === 'decline')
  expect(shown).toMatchObject({ asksReach: true, reason: 'required' })
  expect((await asked.reach('decline', { reason: '（待填写）' })).data.people).toBeGreaterThan(0)
  expect(await asked.act('decline', { reason: '会费不退' })).toMatchObject({ code: 200 })
  expect(await detail(id)).toMatchObject({ state: 'refused', note: '会费不退' })
})

test('a request that was withdrawn is decided by no link', async () => {
  const id = await request(40)
  const asked = await openLink(site, first)
  const { list } = (await member.get('/member/refund/list', { pageSize: 50 })).data
  const { version } = list.find((row: { id: number }) => row.id === id)
  expect(await member.post('/member/refund/withdraw', { id, version })).toMatchObject({ code: 200 })
  expect(await asked.read()).toMatchObject({ code: 409, msg: expect.stringMatching(/办理，链接随之失效/) })
})

test('a payer whose account was closed and who left neither number nor address is named as not reached', async () => {
  const { db } = site.services
  await request(20)
  const asked = await openLink(site, first)
  const reached = async () => (await asked.reach('decline', { reason: '（待填写）' })).data
  expect(await reached()).toMatchObject({ people: 1, inbox: 1, none: 0, unreached: [] })
  const [own] = await db
    .update(account)
    .set({ status: 'disabled' })
    .where(eq(account.userName, 'qingyuan'))
    .returning({ organisationId: account.organisationId })
  const theirs = eq(organisationContact.organisationId, own!.organisationId!)
  await db.update(organisationContact).set({ email: 'contact@example.com' }).where(theirs)
  expect(await reached()).toMatchObject({ people: 1, inbox: 0, mail: 1, none: 0, unreached: [] })
  await db.update(organisationContact).set({ mobileSealed: null, email: '' }).where(theirs)
  expect(await reached()).toMatchObject({ people: 1, sms: 0, mail: 0, none: 1, unreached: [mine.name] })
})
