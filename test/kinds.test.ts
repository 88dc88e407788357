import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byKind } from '../src/modules/accounts/permissions.ts'
import { account, staffRole } from '../src/modules/accounts/server/tables.ts'
import { kindOf } from '../src/modules/review/server/applicationKinds.ts'
import { notifyDesk } from '../src/modules/review/server/deskMessages.ts'
import { application, publicNotice } from '../src/modules/review/server/tables.ts'
import { type Site, startApp } from './support/app.ts'
import { call } from './support/limits/calling.ts'
import { ABOUT, endpointOf, MORE_ABOUT, namesIn, reading } from './support/limits/limitedCalls.ts'
import { asStaff, putFile, signInAs, staffSession, staffWith } from './support/make.ts'
import { sheetOf, textsOf } from './support/workbooks.ts'

const NOT_OURS = '您的权限限于部分事项，这条记录不在其中'
const OURS = ['qualificationUpgrade', 'award']

let site: Site
let admin: Awaited<ReturnType<typeof asStaff>>
let limited: typeof admin
let session: { cookie: string }
let limitedId: number
const roleForm = (form: object) => ({ name: '升级与奖励专员', permissions: [...byKind], status: 'open', ...form })

beforeAll(async () => {
  site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })
  const { db } = site.services
  admin = await asStaff(site, 'admin')
  const { data } = await admin.post('/staff/role/save', { form: roleForm({ kinds: OURS }) })
  const [role] = await db.select().from(staffRole).where(eq(staffRole.id, data.id))
  const userName = await staffWith(site, [role!.code])
  const [own] = await db.select().from(account).where(eq(account.userName, userName))
  limitedId = own!.id
  session = await staffSession(site, userName)
  limited = await asStaff(site, userName)
})
afterAll(() => site.close())

const handedIn = async () => {
  const rows = await site.services.db.select().from(application).where(ne(application.state, 'draft'))
  return rows.filter(({ submittedAt }) => submittedAt !== null)
}
const ours = async () => (await handedIn()).filter(({ kind }) => OURS.includes(kind))
const others = async () => (await handedIn()).filter(({ kind }) => !OURS.includes(kind))

describe('whose role is limited to kinds of applications', () => {
  test('lists, counts and exports these alone', async () => {
    const { data } = await limited.get('/staff/review/list', { status: 'all', pageSize: 100 })
    expect(data.total).toBe((await ours()).length)
    expect(data.total).toBeGreaterThan(1)
    expect(new Set(data.list.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(OURS))
    const { bytes } = await call(site, session, 'GET /staff/review/export', { status: 'all' })
    expect(textsOf(await sheetOf(bytes)).length - 1).toBe(data.total)
    const { data: counts } = await limited.get('/staff/review/counts', { status: 'open' })
    const open = (await limited.get('/staff/review/list', { status: 'open' })).data.total
    const counted = counts.kinds.filter(({ n }: { n: number }) => n > 0)
    expect(counted.map(({ code }: { code: string }) => code).toSorted()).toEqual(OURS.toSorted())
    expect(counted.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(open)
    const { data: sites } = await limited.get('/staff/qualification/site/list', { pageSize: 100 })
    expect(sites.total).toBeLessThan((await admin.get('/staff/qualification/site/list')).data.total)
    const { data: notices } = await limited.get('/staff/notice/list', { pageSize: 100 })
    const shown: number[] = notices.list.map(({ applicationId }: { applicationId: number }) => applicationId)
    shown.push(...sites.list.map(({ id }: { id: number }) => id))
    const own = (await ours()).map(({ id }) => id)
    expect(shown.filter(id => !own.includes(id))).toEqual([])
  })

  test('finds on the workbench what those lists hold', async () => {
    const { data } = await limited.get('/staff/overview')
    for (const { route, count } of data.tasks) {
      const { pathname, searchParams } = new URL(route, 'http://site.test')
      const lists: Record<string, string> = {
        '/staff/approvals': '/staff/approval/list',
        '/staff/notices': '/staff/notice/list',
      }
      const path = lists[pathname] ?? '/staff/review/list'
      expect((await limited.get(path, Object.fromEntries(searchParams))).data.total, route).toBe(count)
    }
    const deadlines = data.cards.find(({ code }: { code: string }) => code === 'deadlines')
    expect(deadlines.lines.length).toBeGreaterThan(0)
    for (const { route } of deadlines.lines)
      expect((await limited.get('/staff/review/detail', { id: route.split('/').at(-1) })).code).toBe(200)
  })

  const about = Object.entries({ ...ABOUT, ...MORE_ABOUT }).filter(
    ([key, what]) => what !== 'note' && byKind.some(permission => permission === endpointOf(key).who),
  )
  test.each(about)('%s is refused of every other', async (key, what) => {
    const all = await others()
    const notices = await site.services.db.select().from(publicNotice)
    const ids =
      what === 'notice'
        ? notices.flatMap(({ id, kind }) => (OURS.includes(kind) ? [] : id))
        : (what === 'site' ? all.filter(({ state }) => /site/i.test(state)) : all).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) {
      const sent = { ...endpointOf(key).example, ...(namesIn(key).includes('id') && { id }) }
      expect(await call(site, session, key, sent), `${id}`).toMatchObject({ code: 403, msg: NOT_OURS })
    }
  })

  const listing = reading.filter(key => byKind.some(permission => permission === endpointOf(key).who))
  test.each(listing)('%s tells of no other', async key => {
    const all = await others()
    const numbers = all.flatMap(({ number }) => number ?? [])
    const wide = { ...(key.includes('/review/') && { status: 'all' }), pageSize: 100 }
    const asks: Record<string, unknown>[] = [wide, ...numbers.map(number => ({ ...wide, key: number }))]
    if (namesIn(key).includes('id')) for (const { id } of all) asks.push({ ...endpointOf(key).example, id })
    for (const ask of asks) {
      const { type, bytes, text } = await call(site, session, key, ask)
      const said = type.includes('spreadsheet') ? JSON.stringify(textsOf(await sheetOf(bytes))) : text
      expect(
        numbers.filter(number => said.includes(number)),
        JSON.stringify(ask),
      ).toEqual([])
    }
  })

  test('opens these', async () => {
    for (const { id } of await ours()) expect((await limited.get('/staff/review/detail', { id })).code).toBe(200)
  })

  test('is assigned these, and no other', async () => {
    const [own] = (await ours()).filter(({ state }) => state === 'submitted')
    const [other] = (await others()).filter(({ state }) => state === 'submitted')
    const ids = [own!.id, other!.id]
    const { data } = await admin.post('/staff/review/assign', { ids, assigneeId: limitedId })
    expect(data).toMatchObject([{ done: true }, { done: false, message: expect.stringContaining('事项之内') }])
  })

  test('decides on many of these, and on no other', async () => {
    const waiting = (await handedIn()).filter(({ state }) => state === 'submitted')
    const items = waiting.map(({ id, version }) => ({ id, version }))
    const { data } = await limited.post('/staff/review/bulk', { items, action: 'return', opinion: '请补充材料' })
    const done = (await ours()).map(({ id }) => id)
    for (const result of data)
      if (!done.includes(result.id)) expect(result).toMatchObject({ done: false, message: NOT_OURS })
    expect(data.some((result: { done: boolean }) => result.done)).toBe(true)
  })

  test('is told when one of these comes in, and of no other', async () => {
    const unread = async () => (await limited.get('/staff/message/unread')).data
    const before = await unread()
    const waiting = { state: 'submitted', assigneeId: null } as const
    const comesIn = async (of: typeof application.$inferSelect) =>
      notifyDesk(site.ctx(), 'draft', { ...of, ...waiting }, 'applicant')
    for (const of of await others()) if (!kindOf(of).desk?.(of)) await comesIn(of)
    const other = (await others()).find(of => !kindOf(of).desk?.(of))!
    const assigned = { ...other, state: 'submitted', assigneeId: limitedId } as const
    await notifyDesk(site.ctx(), 'draft', assigned, 'applicant')
    expect(await unread()).toEqual(before)
    await comesIn((await ours()).find(({ kind }) => kind === 'qualificationUpgrade')!)
    expect(await unread()).not.toEqual(before)
  })

  test('is told when a note on one of these names them, and of no other', async () => {
    const unread = async () => (await limited.get('/staff/message/unread')).data
    const before = await unread()
    const { data: me } = await limited.get('/staff/me')
    const note = async (id: number) => admin.post('/staff/review/note', { id, text: `@${me.displayName} 请看` })
    await note((await others())[0]!.id)
    expect(await unread()).toEqual(before)
    await note((await ours())[0]!.id)
    expect(await unread()).not.toEqual(before)
  })

  test('reads the files of these, and of no other', async () => {
    const { db } = site.services
    const token = await signInAs(site, 'qingyuan')
    const [own] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
    const id = await putFile(site, token, '材料.png')
    const read = async () => (await call(site, session, `GET /file/${id}`)).type
    const put = (of: typeof application.$inferSelect, ids: number[]) =>
      db
        .update(application)
        .set({ accountId: own!.id, materials: { licence: ids } })
        .where(eq(application.id, of.id))
    const [mine, other] = [(await ours())[0]!, (await others()).find(({ accountId }) => accountId === own!.id)!]
    await put(other, [id])
    expect(await read()).toContain('json')
    await put(mine, [id])
    expect(await read()).toContain('image/')
    await put(mine, [id + 1])
    expect(await read()).toContain('json')
  })
})

describe('a role that is limited to kinds', () => {
  test('holds nothing that is not done with applications, and says what it is limited to', async () => {
    const form = roleForm({ name: '混合', permissions: ['staff:review', 'staff:members'], kinds: OURS })
    expect(await admin.post('/staff/role/save', { form })).toMatchObject({
      data: { fields: { kinds: expect.stringContaining('“维护会员、单位与人员资料”不分事项') } },
    })
    const { data } = await admin.get('/staff/role/list')
    const made = data.list.find(({ name }: { name: string }) => name === '升级与奖励专员')
    expect(made.limits).toEqual([expect.stringMatching(/^只办.+、.+/)])
  })

  test('adds up with others by province and by kind, and neither widens the other', async () => {
    const { db } = site.services
    const form = roleForm({ name: '江苏人员专员', kinds: ['personTakeover'], provinces: ['320000'] })
    const { data } = await admin.post('/staff/role/save', { form })
    const roles = await db.select().from(staffRole)
    const codes = roles.flatMap(({ id, name, code }) => (id === data.id || name === '升级与奖励专员' ? code : []))
    const both = await asStaff(site, await staffWith(site, codes))
    const { data: me } = await both.get('/staff/me')
    const limits = me.limited.find(({ permission }: { permission: string }) => permission === 'staff:review').limits
    expect(limits).toHaveLength(2)
    const { data: page } = await both.get('/staff/review/list', { status: 'all', pageSize: 100 })
    const isTakeover = and(eq(application.kind, 'personTakeover'), ne(application.state, 'draft'))
    expect(await db.$count(application, isTakeover)).toBeGreaterThan(0)
    for (const { kind, id } of page.list)
      expect(OURS.includes(kind) || (await provinceOf(id)) === '320000', `${kind} ${id}`).toBe(true)
    const asked = { id: data.id, permissions: 'staff:review', kinds: 'personTakeover', provinces: '', branches: '' }
    const { data: effect } = await admin.get('/staff/role/effect', asked)
    expect(effect[0].gains).toEqual([expect.stringMatching(/^审核申请（只办人员转入）$/)])
  })
})

async function provinceOf(id: number): Promise<string | null> {
  const { rows } = await site.services.db.execute<{ code: string | null }>(`select coalesce(o.province_code,
    p.province_code) code from application a left join organisation o on o.id = a.organisation_id
    left join person p on p.id = a.person_id where a.id = ${id}`)
  return rows[0]!.code
}
