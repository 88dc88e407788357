import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { startApp } from '#test/support/app.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { account } from '../accounts/server/tables.ts'
import { message } from '../messages/server/tables.ts'
import { approval } from './server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
let first: Staff
let second: Staff
let editor: Staff
type Staff = Awaited<ReturnType<typeof asStaff>> & { userName: string }
const member = async (roles: string[]) => {
  const userName = await staffWith(site, roles)
  return { ...(await asStaff(site, userName)), userName }
}
beforeAll(async () => {
  site = await startApp({ demo: true })
  first = await member(['admin'])
  second = await member(['admin'])
  editor = await member(['editor'])
})
afterAll(() => site.close())

const setRules = (by: Staff, rules: string[]) => by.post('/staff/approval/rules', { rules })
const payAccount = async () => {
  const { data } = await first.get('/staff/settings')
  return data.find(({ code }: { code: string }) => code === 'payAccount')
}
const NUMBER = '62220000000000'
const change = async (by: Staff, number: string) => {
  const { version, values } = await payAccount()
  return by.post('/staff/settings/payAccount', { version, form: { ...values, number } })
}
const waiting = async (by: Staff) => (await by.get('/staff/approval/list', { state: 'waiting' })).data.list
const decide = (by: Staff, act: string, id: number, more: object = {}) =>
  by.post(`/staff/approval/${act}`, { id, ...more })
const idOf = async (by: Staff) => (await waiting(by))[0].id as number

test('the bank account is a matter of finance: who keeps the site cannot change it, nor bring a former one back', async () => {
  expect(await change(first, `${NUMBER}00`)).toMatchObject({ code: 200 })
  const keeper = await member(['editor'])
  expect(await change(keeper, `${NUMBER}99`)).toMatchObject({ code: 403 })
  const { data } = await first.get('/staff/audit/list', { pageSize: 20 })
  const line = data.list.find(({ objectName }: { objectName: string }) => objectName === '收款账户')
  expect(await keeper.post('/staff/site/restore', { id: line.id, overwrite: true })).toMatchObject({ code: 403 })
  expect((await payAccount()).values.number).toBe(`${NUMBER}00`)
})

test('where the association wants none, one person is enough', async () => {
  expect(await change(first, `${NUMBER}01`)).toMatchObject({ code: 200 })
  expect((await payAccount()).values.number).toBe(`${NUMBER}01`)
  expect(await waiting(second)).toEqual([])
})

describe('where a second person is wanted', () => {
  beforeAll(async () => {
    expect(await setRules(first, ['payAccount', 'revocation'])).toMatchObject({ code: 200 })
  })

  test('every colleague who keeps accounts reads for what that is', async () => {
    const { data } = await second.get('/staff/approval/rules')
    const on = data.filter(({ isOn }: { isOn: boolean }) => isOn).map(({ code }: { code: string }) => code)
    expect(on.toSorted()).toEqual(['payAccount', 'revocation', 'roles'])
  })

  test('what the first one does is kept, shown before and after, and told to the other', async () => {
    const asked = await change(first, `${NUMBER}02`)
    expect(asked).toMatchObject({ code: 202, msg: expect.stringMatching(/另一位.*复核/) })
    expect((await payAccount()).values.number).toBe(`${NUMBER}01`)
    const [one] = await waiting(second)
    expect(one).toMatchObject({ ruleName: '修改收款账户', mayDecide: true, isMine: false })
    expect(one.changes).toContainEqual(expect.objectContaining({ before: `${NUMBER}01`, after: `${NUMBER}02` }))
    expect((await waiting(first))[0]).toMatchObject({ isMine: true, mayDecide: false })
    const [colleague] = await site.services.db.select().from(account).where(eq(account.userName, second.userName))
    const told = await site.services.db.select().from(message).where(eq(message.accountId, colleague!.id))
    expect(told.map(({ title }) => title)).toContain('请复核：修改收款账户')
    expect(await change(first, `${NUMBER}02`), 'the same once more').toMatchObject({ code: 409 })
  })

  test('it waits on the desk of the other, as the list that opens there has it, and not of who asked', async () => {
    const task = async (by: Staff) =>
      (await by.get('/staff/overview')).data.tasks.find(({ code }: { code: string }) => code === 'approvals')
    expect(await task(second)).toMatchObject({ count: 1, isUrgent: true, route: '/staff/approvals?state=forMe' })
    expect((await second.get('/staff/approval/list', { state: 'forMe' })).data.list).toEqual(await waiting(second))
    expect(await task(first)).toMatchObject({ count: 0 })
    expect((await first.get('/staff/approval/list', { state: 'forMe' })).data).toMatchObject({ total: 0, list: [] })
    expect(await task(editor)).toBeUndefined()
  })

  test('it lies sealed, and its number stands nowhere in clear', async () => {
    const [row] = await site.services.db.select().from(approval)
    expect(JSON.stringify(row)).not.toContain(`${NUMBER}02`)
  })

  test('neither who asked nor who lacks the permission can agree, and they see none of it', async () => {
    const id = await idOf(second)
    expect(await decide(first, 'agree', id)).toMatchObject({ code: 403, msg: expect.stringMatching(/您自己提出/) })
    const trainer = await member(['trainer'])
    expect(await decide(trainer, 'agree', id)).toMatchObject({ code: 403 })
    expect(await waiting(trainer)).toEqual([])
  })

  test('agreed to by two at once it is done once', async () => {
    const id = await idOf(second)
    const third = await member(['admin'])
    const codes = (await Promise.all([decide(second, 'agree', id), decide(third, 'agree', id)])).map(({ code }) => code)
    expect(codes.sort()).toEqual([200, 409])
    expect((await payAccount()).values.number).toBe(`${NUMBER}02`)
    const { data } = await first.get('/staff/audit/list', { pageSize: 20 })
    const names = data.list.map(({ actionName, actorName }: Record<string, string>) => `${actorName} ${actionName}`)
    expect(names.filter((name: string) => /复核同意/.test(name))).toHaveLength(1)
    const [asker] = await site.services.db.select().from(account).where(eq(account.userName, first.userName))
    expect(names.some((name: string) => name.startsWith(asker!.displayName) && /设置|修改/.test(name))).toBe(true)
  })

  test('refused with a reason, or withdrawn, it is not done; who asked is told', async () => {
    await change(first, `${NUMBER}03`)
    const id = await idOf(second)
    expect(await decide(second, 'refuse', id, { reason: '' })).toMatchObject({ code: 400 })
    expect(await decide(second, 'refuse', id, { reason: '账号与开户许可不一致' })).toMatchObject({ code: 200 })
    const [asker] = await site.services.db.select().from(account).where(eq(account.userName, first.userName))
    const told = await site.services.db.select().from(message).where(eq(message.accountId, asker!.id))
    expect(told.map(({ content }) => content).join()).toMatch(/不同意。原因：账号与开户许可不一致/)
    await change(first, `${NUMBER}04`)
    expect(await decide(first, 'withdraw', await idOf(first))).toMatchObject({ code: 200 })
    expect((await payAccount()).values.number).toBe(`${NUMBER}02`)
  })

  test('what somebody has changed meanwhile is not written over, and what is a week old is done by nobody', async () => {
    await change(first, `${NUMBER}05`)
    const stale = await idOf(second)
    await change(second, `${NUMBER}06`)
    expect(await decide(first, 'agree', await idOf(first))).toMatchObject({ code: 200 })
    expect(await decide(second, 'agree', stale)).toMatchObject({ code: 409 })
    expect((await payAccount()).values.number).toBe(`${NUMBER}06`)
    await site.services.db.update(approval).set({ expiresAt: new Date() }).where(eq(approval.id, stale))
    expect(await decide(second, 'agree', stale)).toMatchObject({ code: 409, msg: expect.stringMatching(/逾期/) })
    expect(await waiting(second)).not.toContainEqual(expect.objectContaining({ id: stale }))
    const { data } = await second.get('/staff/approval/list', { state: 'all' })
    expect(data.list.find(({ id }: { id: number }) => id === stale)).toMatchObject({ stateName: '逾期未复核' })
  })

  test('who asked must still have the permission, and an account in use', async () => {
    const leaving = await member(['admin'])
    await change(leaving, `${NUMBER}07`)
    const id = await idOf(second)
    await site.services.db.update(account).set({ status: 'disabled' }).where(eq(account.userName, leaving.userName))
    expect(await decide(second, 'agree', id)).toMatchObject({ code: 409, msg: expect.stringMatching(/已停用/) })
    expect((await payAccount()).values.number).toBe(`${NUMBER}06`)
    expect(await decide(second, 'refuse', id, { reason: '已离职' })).toMatchObject({ code: 200 })
  })

  test('what is wrong is refused at once, beside its field', async () => {
    const { version, values } = await payAccount()
    const wrong = await first.post('/staff/settings/payAccount', { version, form: { ...values, number: '12' } })
    expect(wrong).toMatchObject({ code: 400, data: { fields: { number: expect.any(String) } } })
    expect(await waiting(second)).toEqual([])
  })

  test('no former account comes back from the log', async () => {
    const { data } = await first.get('/staff/audit/list', { pageSize: 50 })
    const line = data.list.find(({ objectName }: { objectName: string }) => objectName === '收款账户')
    const back = await first.post('/staff/audit/restore', { id: line.id, overwrite: true })
    expect(back).toMatchObject({ code: 403, msg: expect.stringMatching(/双人复核/) })
  })

  test('an act of another kind needs nobody, a revocation does', async () => {
    const act = async (action: string) => {
      const { list } = (await first.get('/staff/certificate/list', { pageSize: 1, status: 'valid' })).data
      const { data } = await first.get('/staff/certificate/detail', { id: list[0].id })
      const given = { id: list[0].id, seen: data.seen, action, reason: '抽查不合格' }
      return first.post('/staff/certificate/act', { ...given, effectiveOn: dayOf(new Date()) })
    }
    expect(await act('suspended')).toMatchObject({ code: 200 })
    expect(await act('revoked')).toMatchObject({ code: 202 })
    expect((await waiting(second))[0]).toMatchObject({ ruleName: '撤销证书' })
    expect(await decide(second, 'agree', await idOf(second))).toMatchObject({ code: 200 })
  })
})

describe('the rules themselves', () => {
  test('are loosened by two, as long as there is one', async () => {
    expect(await setRules(first, [])).toMatchObject({ code: 202 })
    expect(await decide(second, 'agree', await idOf(second))).toMatchObject({ code: 200 })
    expect((await first.get('/staff/approval/rules')).data.filter(({ isOn }: { isOn: boolean }) => isOn)).toEqual([])
  })

  test('are set by administrators, and not where only one person could do it', async () => {
    expect(await setRules(editor, ['payAccount'])).toMatchObject({ code: 403 })
    const alone = await startApp()
    const only = await asStaff(alone, await staffWith(alone, ['admin']))
    const set = await only.post('/staff/approval/rules', { rules: ['payAccount'] })
    expect(set).toMatchObject({ code: 400, msg: expect.stringMatching(/只有一位同事/) })
    await alone.close()
  })
})
