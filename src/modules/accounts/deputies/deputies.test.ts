import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { dismissTestStaff, nameDeputy } from '#test/support/secondPerson.ts'
import { auditEvent } from '../../audit/server/tables.ts'
import { organisation } from '../../members/server/tables.ts'
import { application } from '../../review/server/tables.ts'
import { account, deputy, staffRole } from '../server/tables.ts'

setUpSite({ demo: true })
const admin = setUpStaff('admin')

const today = dayOf(new Date())
const term = { fromDay: today, toDay: addDays(today, 7) }

async function somebody(...roles: string[]) {
  const userName = await staffWith(site, roles)
  const [own] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { id: own!.id, name: own!.displayName, userName, api: await asStaff(site, userName) }
}
const lines = (userName: string) =>
  site.services.db.select().from(auditEvent).where(eq(auditEvent.actorName, userName)).orderBy(auditEvent.id)

/** Saves the audit log as a workbook, which leaves a line in it. */
const save = async (userName: string) =>
  site.app.inject({ url: '/api/staff/audit/export', headers: await staffSession(site, userName) })

describe('a deputy', () => {
  test('has what the colleague has, from the first day to the last, and both see it', async () => {
    const [away, other] = [await somebody('auditor'), await somebody('writer')]
    expect((await other.api.get('/staff/audit/list')).code).toBe(403)
    const { data } = await nameDeputy(site, away.api, { deputyId: other.id, ...term })
    expect((await other.api.get('/staff/audit/list')).code).toBe(200)
    const shown = { id: data.id, deputyName: other.name, principalName: away.name, isRunning: true }
    expect((await away.api.get('/staff/deputy/own')).data.given).toMatchObject([shown])
    expect((await other.api.get('/staff/deputy/own')).data.taken).toMatchObject([shown])
    expect((await other.api.get('/staff/me')).data.standsInFor).toEqual([{ name: away.name, toDay: term.toDay }])
    await site.services.db
      .update(deputy)
      .set({ toDay: addDays(today, -1), fromDay: addDays(today, -3) })
      .where(eq(deputy.id, data.id))
    expect((await other.api.get('/staff/audit/list')).code).toBe(403)
  })

  test('is named at once where nobody else could agree', async () => {
    await dismissTestStaff(site)
    const other = await somebody('writer')
    const named = await admin.post('/staff/deputy/name', { deputyId: other.id, ...term })
    expect(named).toMatchObject({ code: 200, data: { id: expect.any(Number) } })
    expect((await other.api.get('/staff/audit/list')).code).toBe(200)
  })

  test('is none before the first day, nor once it was ended', async () => {
    const [away, other] = [await somebody('auditor'), await somebody('writer')]
    const later = { deputyId: other.id, fromDay: addDays(today, 3), toDay: addDays(today, 5) }
    await nameDeputy(site, away.api, later)
    expect((await other.api.get('/staff/audit/list')).code).toBe(403)
    const clash = { deputyId: other.id, fromDay: today, toDay: addDays(today, 3) }
    expect(await nameDeputy(site, away.api, clash)).toMatchObject({
      data: { fields: { fromDay: expect.stringContaining(`已由${other.name}代理`) } },
    })
    const { data } = await nameDeputy(site, away.api, { ...clash, toDay: addDays(today, 2) })
    expect((await other.api.get('/staff/audit/list')).code).toBe(200)
    expect(await other.api.post('/staff/deputy/end', { id: data.id })).toMatchObject({ code: 404 })
    expect((await away.api.post('/staff/deputy/end', { id: data.id })).code).toBe(200)
    expect((await other.api.get('/staff/audit/list')).code).toBe(403)
  })

  test('passes nothing on: neither to a deputy of their own, nor to a role or a colleague', async () => {
    const [away, other, third] = [await somebody('admin'), await somebody('writer'), await somebody('writer')]
    await nameDeputy(site, away.api, { deputyId: other.id, ...term })
    await nameDeputy(site, other.api, { deputyId: third.id, ...term })
    expect((await other.api.get('/staff/colleague/list')).code).toBe(200)
    expect((await third.api.get('/staff/colleague/list')).code).toBe(403)
    const further = { id: away.id, deputyId: third.id, fromDay: addDays(today, 20), toDay: addDays(today, 21) }
    expect(await other.api.post('/staff/colleague/nameDeputy', further)).toMatchObject({ code: 403 })
    const invited = { userName: 'passed_on', displayName: '王敏', roles: ['admin'] }
    expect(await other.api.post('/staff/colleague/invite', invited)).toMatchObject({ code: 400 })
    const form = { name: '转给', permissions: ['staff:finance'], status: 'open' }
    expect(await other.api.post('/staff/role/save', { form })).toMatchObject({ code: 400 })
  })

  test('works within the limits of the colleague', async () => {
    const { db } = site.services
    await db
      .insert(staffRole)
      .values({ code: 'role-js', name: '江苏', permissions: ['staff:members'], provinces: ['320000'] })
    const [away, other] = [await somebody('role-js'), await somebody('writer')]
    await nameDeputy(site, away.api, { deputyId: other.id, ...term })
    const [one] = await db.select().from(organisation).limit(1)
    const open = () => other.api.get('/staff/organisation/detail', { id: one!.id })
    await db.update(organisation).set({ provinceCode: '320000' }).where(eq(organisation.id, one!.id))
    expect((await open()).code).toBe(200)
    await db.update(organisation).set({ provinceCode: '370000' }).where(eq(organisation.id, one!.id))
    expect((await open()).code).toBe(403)
  })

  test('stands in the log as who acts, and for whom; own work stays own', async () => {
    const [away, other] = [await somebody('auditor'), await somebody('admin')]
    const third = await somebody('writer')
    await nameDeputy(site, away.api, { deputyId: third.id, ...term })
    await save(third.userName)
    expect((await lines(third.userName)).at(-1)).toMatchObject({ detail: { 代: away.name } })
    await away.api.post('/staff/deputy/end', { id: (await away.api.get('/staff/deputy/own')).data.given[0].id })
    await nameDeputy(site, away.api, { deputyId: other.id, ...term })
    await save(other.userName)
    expect((await lines(other.userName)).at(-1)!.detail).not.toHaveProperty('代')
  })

  test('keeps the types of record that the colleague keeps, and no others', async () => {
    const [away, other] = [await somebody('editor'), await somebody('writer')]
    const add = (type: string) =>
      other.api.post('/staff/record/save', {
        type,
        form: { name: '代办', url: 'https://example.com/', kind: 'text', group: '政府部门' },
      })
    expect(await add('link')).toMatchObject({ code: 403 })
    await nameDeputy(site, away.api, { deputyId: other.id, ...term })
    expect(await add('link')).toMatchObject({ code: 200 })
    const added = (await lines(other.userName)).find(({ action }) => action === 'link.add')
    expect(added!.detail).toMatchObject({ 代: away.name })
    expect(await add('receiptSeries')).toMatchObject({ code: 403 })
  })

  test('decides on applications as the colleague would, by a call of their own, and the log says for whom', async () => {
    const [away, other] = [await somebody('reviewer'), await somebody('cashier')]
    const { db } = site.services
    const [of] = await db.select().from(application).where(eq(application.state, 'submitted')).limit(1)
    const bulk = { items: [{ id: of!.id, version: of!.version }], action: 'pass', opinion: '' }
    expect((await other.api.post('/staff/review/bulk', bulk)).data[0]).toMatchObject({ done: false })
    await nameDeputy(site, away.api, { deputyId: other.id, ...term })
    expect((await other.api.post('/staff/review/bulk', bulk)).data[0]).toMatchObject({ done: true })
    const passed = (await lines(other.userName)).find(({ action }) => action === 'application.pass')
    expect(passed!.detail).toMatchObject({ 代: away.name })
  })

  test('is arranged and ended by an administrator, too; never oneself, nobody disabled, and for half a year at most', async () => {
    const [away, other] = [await somebody('auditor'), await somebody('writer')]
    const { data } = await nameDeputy(site, admin, { deputyId: other.id, ...term }, { id: away.id })
    expect((await admin.get('/staff/colleague/detail', { id: away.id })).data.deputies).toMatchObject([{ id: data.id }])
    await admin.post('/staff/colleague/endDeputy', { id: data.id })
    expect((await other.api.get('/staff/audit/list')).code).toBe(403)
    const own = { deputyId: away.id, fromDay: addDays(today, -1), toDay: addDays(today, 400) }
    expect((await nameDeputy(site, away.api, own)).data.fields).toEqual({
      deputyId: '不能由本人代理本人',
      fromDay: '不能早于今天',
      toDay: expect.stringContaining('最长半年'),
    })
    await site.services.db.update(account).set({ status: 'disabled' }).where(eq(account.id, other.id))
    expect(await nameDeputy(site, away.api, { deputyId: other.id, ...term })).toMatchObject({ code: 400 })
  })

  test('has nothing of a colleague whose account is disabled', async () => {
    const [away, other] = [await somebody('auditor'), await somebody('writer')]
    await nameDeputy(site, away.api, { deputyId: other.id, ...term })
    await site.services.db.update(account).set({ status: 'disabled' }).where(eq(account.id, away.id))
    expect((await other.api.get('/staff/audit/list')).code).toBe(403)
  })
})
