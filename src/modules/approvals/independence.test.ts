import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { changeGroup } from '#modules/settings/server/settings.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { asStaff, newPhone, newUserName, staffWith } from '#test/support/make.ts'
import { account, accountHandling, deputy } from '../accounts/server/tables.ts'
import { message } from '../messages/server/tables.ts'

let site: Site
beforeEach(async () => {
  site = await startApp()
})
afterEach(() => site.close())

const today = dayOf(new Date())
const term = { fromDay: today, toDay: addDays(today, 7) }

async function known(userName: string) {
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { id: own!.id, userName, api: await asStaff(site, userName) }
}
type Colleague = Awaited<ReturnType<typeof known>>
const colleague = async (...roles: string[]) => known(await staffWith(site, roles))
const invite = (by: Colleague, ...roles: string[]) => {
  const userName = newUserName()
  const given = { userName, displayName: '王敏', phone: newPhone(), roles }
  return by.api.post('/staff/colleague/invite', given).then(answer => ({ ...answer, userName }))
}
const versionOf = async ({ id }: { id: number }) =>
  (await site.services.db.select().from(account).where(eq(account.id, id)))[0]!.version
const reset = async (by: Colleague, of: Colleague) =>
  by.api.post('/staff/colleague/reset', { id: of.id, version: await versionOf(of) })
const waiting = async ({ api }: Colleague) => (await api.get('/staff/approval/list', { state: 'waiting' })).data.list
const agree = async (by: Colleague) => by.api.post('/staff/approval/agree', { id: (await waiting(by))[0].id })
const setRules = ({ api }: Colleague, ...rules: string[]) => api.post('/staff/approval/rules', { rules })
/** Sets the rules directly, as if they had been active for long. */
const rulesAre = (...rules: 'payAccount'[]) => changeGroup(site.ctx(), 'secondPerson', { rules })
let numbers = 0
const changePayAccount = async ({ api }: Colleague) => {
  const { data } = await (await colleague('editor')).api.get('/staff/settings')
  const { version } = data.find(({ code }: { code: string }) => code === 'payAccount')
  const form = { name: '演示协会', bank: '演示银行', number: `6222000000${String(++numbers).padStart(4, '0')}` }
  return api.post('/staff/settings/payAccount', { version, form })
}
const letDaysPass = (days: number) =>
  site.services.db
    .update(accountHandling)
    .set({ handledAt: sql`${accountHandling.handledAt} - make_interval(days => ${days})` })

describe('who keeps accounts', () => {
  test('alone invites the second one alone, who then does nothing alone; after a fortnight both need each other', async () => {
    const only = await colleague('admin')
    const invited = await invite(only, 'admin')
    expect(invited).toMatchObject({ code: 200 })
    const second = await known(invited.userName)
    expect(await invite(only, 'writer')).toMatchObject({ code: 200 })
    expect(await invite(second, 'writer')).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/提出人的账号由复核人在 14 天内开通/),
    })
    await letDaysPass(15)
    expect(await invite(only, 'writer')).toMatchObject({ code: 202 })
    expect(await agree(second)).toMatchObject({ code: 200 })
  })

  test('with another one does nothing to accounts alone, no rule being on, and the screen says why', async () => {
    const [first, second, cashier] = [await colleague('admin'), await colleague('admin'), await colleague('cashier')]
    expect(await invite(first, 'cashier')).toMatchObject({ code: 202 })
    expect(await reset(first, cashier)).toMatchObject({ code: 202 })
    const form = { name: '财务二', permissions: ['staff:finance'], status: 'open' }
    expect(await first.api.post('/staff/role/save', { form })).toMatchObject({ code: 202 })
    const roles = (await first.api.get('/staff/approval/rules')).data.find(
      ({ code }: { code: string }) => code === 'roles',
    )
    expect(roles).toMatchObject({ isOn: false, note: expect.stringMatching(/没有开启也已生效/) })
    expect((await waiting(second)).length).toBe(3)
  })

  test('does not get alone by disabling the others', async () => {
    const [first, second] = [await colleague('admin'), await colleague('admin')]
    const disabled = { id: second.id, version: 1, reason: '调离' }
    expect(await first.api.post('/staff/colleague/disable', disabled)).toMatchObject({ code: 200 })
    expect(await invite(first, 'cashier')).toMatchObject({ code: 409, msg: expect.stringMatching(/hangxie admin/) })
  })

  test('resets the only other one by the command line alone: nobody decides on their own account', async () => {
    const [first, second] = [await colleague('admin'), await colleague('admin')]
    expect(await reset(first, second)).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/涉及复核人自己的账号/),
    })
    const third = await colleague('admin')
    expect(await reset(first, second)).toMatchObject({ code: 202 })
    expect(await agree(second)).toMatchObject({ code: 403, msg: expect.stringMatching(/涉及复核人自己的账号/) })
    expect(await agree(third)).toMatchObject({ code: 200 })
  })
})

describe('two accounts in the same hands', () => {
  test('do not agree to each other, in either direction, for a fortnight', async () => {
    const [only, long] = [await colleague('admin'), await colleague('cashier')]
    const made = await known((await invite(only, 'cashier')).userName)
    await rulesAre('payAccount')
    for (const [asker, other] of [
      [only, made],
      [made, only],
    ] as const) {
      expect(await changePayAccount(asker)).toMatchObject({ code: 202 })
      expect(await agree(other)).toMatchObject({ code: 403, msg: expect.stringMatching(/在 14 天内开通/) })
      expect((await other.api.get('/staff/approval/list', { state: 'forMe' })).data.list).toEqual([])
      expect(await agree(long)).toMatchObject({ code: 200 })
    }
    expect(await changePayAccount(only)).toMatchObject({ code: 202 })
    await letDaysPass(15)
    expect(await agree(made)).toMatchObject({ code: 200 })
  })

  test('are two that one person has opened, or got a phone that one person has typed', async () => {
    const only = await colleague('admin')
    const one = await known((await invite(only, 'cashier')).userName)
    const other = await colleague('cashier')
    const given = { id: other.id, version: 1, displayName: '王敏', phone: newPhone(), roles: ['cashier'] }
    expect(await only.api.post('/staff/colleague/save', given)).toMatchObject({ code: 200 })
    await rulesAre('payAccount')
    expect(await changePayAccount(one)).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/都由同一位同事（.*）在 14 天内/),
    })
  })

  test('are those whose role one of them has widened, as far as it was widened', async () => {
    const only = await colleague('admin')
    const form = { name: '出纳', permissions: ['staff:content'], status: 'open' }
    const { data } = await only.api.post('/staff/role/save', { form })
    const role = (await only.api.get('/staff/role/list')).data.list.find(({ id }: { id: number }) => id === data.id)
    const teller = await colleague(role.code)
    const cashier = await colleague('cashier')
    const widened = { ...form, permissions: ['staff:content', 'staff:finance'] }
    await only.api.post('/staff/role/save', { id: role.id, version: role.version, form: widened })
    await rulesAre('payAccount')
    expect(await changePayAccount(only)).toMatchObject({ code: 202 })
    expect(await agree(teller)).toMatchObject({ code: 403, msg: expect.stringMatching(/角色权限/) })
    expect(await agree(cashier)).toMatchObject({ code: 200 })
    expect(await changePayAccount(cashier)).toMatchObject({ code: 202 })
    expect(await agree(teller)).toMatchObject({ code: 200 })
  })

  test('are those of a deputy and of who lent the permission to ask', async () => {
    const [only, asker, other] = [await colleague('admin'), await colleague('writer'), await colleague('cashier')]
    await site.services.db.insert(deputy).values({ principalId: only.id, deputyId: asker.id, ...term })
    await rulesAre('payAccount')
    expect(await changePayAccount(asker)).toMatchObject({ code: 202 })
    expect(await agree(only)).toMatchObject({ code: 403, msg: expect.stringMatching(/代理复核人提出/) })
    expect(await agree(other)).toMatchObject({ code: 200 })
  })
})

describe('a deputy', () => {
  test('is named by two, and agrees to nothing by what is lent; nobody tells them, and their desk shows nothing', async () => {
    const [first, second, helper] = [await colleague('admin'), await colleague('admin'), await colleague('writer')]
    expect(await first.api.post('/staff/deputy/name', { deputyId: helper.id, ...term })).toMatchObject({ code: 202 })
    expect((await helper.api.get('/staff/me')).data.standsInFor).toEqual([])
    expect(await agree(second)).toMatchObject({ code: 200 })
    expect((await helper.api.get('/staff/me')).data.standsInFor).toHaveLength(1)
    await rulesAre('payAccount')
    await changePayAccount(first)
    const [{ id }] = await waiting(first)
    expect(await helper.api.post('/staff/approval/agree', { id })).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/代理得来的/),
    })
    const tasks = (await helper.api.get('/staff/overview')).data.tasks
    expect(tasks.find(({ code }: { code: string }) => code === 'approvals')).toBeUndefined()
    const told = await site.services.db.select().from(message).where(eq(message.accountId, helper.id))
    expect(told.map(({ title }) => title).filter(title => title.startsWith('请复核'))).toEqual([])
    const people = (await first.api.get('/staff/approval/rules')).data.map(({ people }: { people: number }) => people)
    expect(Math.max(...people)).toBe(2)
  })

  test('does not come with work that is handed over, and nobody is named for a colleague by one person', async () => {
    const [first, away, one, next] = [
      await colleague('admin'),
      await colleague('writer'),
      await colleague('writer'),
      await colleague('writer'),
    ]
    await colleague('admin')
    const [row] = await site.services.db
      .insert(deputy)
      .values({ principalId: away.id, deputyId: one.id, ...term })
      .returning()
    const moved = { fromId: one.id, toId: next.id, work: 'deputy', ids: [row!.id] }
    expect((await first.api.post('/staff/colleague/handOver', moved)).data).toMatchObject([
      { done: false, message: expect.stringMatching(/须双人复核/) },
    ])
    const later = { fromDay: addDays(today, 20), toDay: addDays(today, 21) }
    const named = { id: away.id, deputyId: next.id, ...later }
    expect(await first.api.post('/staff/colleague/nameDeputy', named)).toMatchObject({ code: 202 })
  })
})

describe('any rule that is switched on', () => {
  test('switches the rule of roles on with it, which stays on as long', async () => {
    const [first, second] = [await colleague('admin'), await colleague('admin')]
    expect(await setRules(first, 'payAccount')).toMatchObject({ code: 200, data: { rules: ['payAccount', 'roles'] } })
    expect(await setRules(first, 'payAccount')).toMatchObject({ code: 409, msg: expect.stringMatching(/没有任何改动/) })
    expect(await setRules(first)).toMatchObject({ code: 202 })
    expect(await agree(second)).toMatchObject({ code: 200 })
  })

  test('takes two who are not in the same hands', async () => {
    const only = await colleague('admin')
    await invite(only, 'admin')
    expect(await setRules(only, 'payAccount')).toMatchObject({ code: 400, msg: expect.stringMatching(/14 天/) })
    await letDaysPass(15)
    expect(await setRules(only, 'payAccount')).toMatchObject({ code: 200 })
  })
})

test('the second person reads the name, the roles and the masked phone of who is invited, and that a phone changes', async () => {
  const [first, second, other] = [await colleague('admin'), await colleague('admin'), await colleague('writer')]
  await invite(first, 'cashier')
  const [invited] = await waiting(second)
  expect(invited.changes).toContainEqual(expect.objectContaining({ after: '财务' }))
  expect(invited.changes).toContainEqual(expect.objectContaining({ after: expect.stringMatching(/^139\*{4}\d{4}$/) }))
  const { displayName } = (await first.api.get('/staff/colleague/detail', { id: other.id })).data
  const given = { id: other.id, version: 1, displayName, phone: newPhone(), roles: ['writer'] }
  expect(await first.api.post('/staff/colleague/save', given)).toMatchObject({ code: 202 })
  const changed = (await waiting(second)).find(({ changes }: { changes: object[] }) => changes.length === 1)
  expect(changed.changes[0].after).toMatch(/^139\*{4}\d{4}（新号码）$/)
})
