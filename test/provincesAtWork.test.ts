import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { contract } from '../src/api/contract.ts'
import type { Endpoint } from '../src/lib/contract.ts'
import { account, staffRole } from '../src/modules/accounts/server/tables.ts'
import { file } from '../src/modules/files/server/tables.ts'
import { organisation } from '../src/modules/members/server/tables.ts'
import { memberFee } from '../src/modules/membership/server/tables.ts'
import { application } from '../src/modules/review/server/tables.ts'
import { type Divided, HERE, NOT_HERE, startDivided, THERE } from './support/limits/divided.ts'
import { asStaff, putFile, signInAs, staffWith } from './support/make.ts'

let divided: Divided
beforeAll(async () => {
  divided = await startDivided()
})
afterAll(() => divided.site.close())

describe('who is limited to a province', () => {
  test('decides on applications of that province only, one by one and many at once', async () => {
    const version = async (id: number) =>
      (await divided.site.services.db.select().from(application).where(eq(application.id, id)))[0]!.version
    const items = [
      { id: divided.there.application, version: await version(divided.there.application!) },
      { id: divided.here.application, version: await version(divided.here.application!) },
    ]
    const { data } = await divided.limited.post('/staff/review/bulk', { items, action: 'return', opinion: '请补正' })
    expect(data).toMatchObject([
      { id: divided.there.application, done: false, message: NOT_HERE },
      { id: divided.here.application, done: true },
    ])
    for (const [state, path] of [
      ['deciding', '/staff/decision/record'],
      ['paying', '/staff/fee/confirm'],
    ] as const) {
      await divided.site.services.db
        .update(application)
        .set({ state })
        .where(eq(application.id, divided.there.application!))
      const decision = { ...items[0], action: 'pass', opinion: '' }
      expect(await divided.limited.post(path, decision)).toMatchObject({ code: 403, msg: NOT_HERE })
    }
    await divided.site.services.db
      .update(application)
      .set({ state: 'submitted' })
      .where(eq(application.id, divided.there.application!))
  })

  test('assigns applications of that province, and is assigned no others', async () => {
    const ids = [divided.there.application, divided.here.application]
    expect((await divided.limited.post('/staff/review/assign', { ids, assigneeId: null })).data).toMatchObject([
      { done: false, message: NOT_HERE },
      { done: true },
    ])
    const own = (await divided.limited.get('/staff/me')).data.id
    const admin = await asStaff(divided.site, 'admin')
    const { data } = await admin.post('/staff/review/assign', { ids, assigneeId: own })
    expect(data).toMatchObject([{ done: false, message: expect.stringContaining('负责的地区') }, { done: true }])
  })

  test('distributes applications of that province, sees whose they are, and undoes no others', async () => {
    const ids = [divided.there.application!, divided.here.application!].toSorted((one, other) => one - other)
    const ofOther = (result: { id: number }) => result.id === divided.there.application
    const own = (await divided.limited.get('/staff/me')).data.id
    const { data: able } = await divided.limited.get('/staff/review/assignable', { ids: ids.join(',') })
    expect(able.total).toBe(1)
    expect(able.colleagues.find(({ id }: { id: number }) => id === own)).toMatchObject({ may: 1 })
    const given = await divided.limited.post('/staff/review/distribute', { ids, assigneeIds: [own] })
    expect(given.data.find(ofOther)).toMatchObject({ done: false, message: NOT_HERE, move: null })
    expect(given.data.filter(({ done }: { done: boolean }) => done)).toHaveLength(1)
    const items = ids.map(id => ({ id, assigneeId: id === divided.there.application ? null : own, formerId: null }))
    const undone = await divided.limited.post('/staff/review/assign/undo', { items })
    expect(undone.data.find(ofOther)).toMatchObject({ done: false, message: NOT_HERE })
    expect(undone.data.filter(({ done }: { done: boolean }) => done)).toHaveLength(1)
    const { data } = await divided.limited.get('/staff/review/workload')
    const { total } = (await divided.limited.get('/staff/review/list', { status: 'staff' })).data
    expect(data.total.all.count).toBe(total)
    const admin = await asStaff(divided.site, 'admin')
    expect((await admin.get('/staff/review/workload')).data.total.all.count).toBeGreaterThan(total)
  })

  test('counts at the desk and on the workbench what is of the province', async () => {
    const { data } = await divided.limited.get('/staff/review/counts', { status: 'open' })
    const { data: list } = await divided.limited.get('/staff/review/list', { status: 'open' })
    const sum = (rows: { n: number }[]) => rows.reduce((total, { n }) => total + n, 0)
    expect(sum(data.states)).toBe(list.total)
    expect(sum(data.kinds)).toBe(list.total)
    expect(data.mine).toBe((await divided.limited.get('/staff/review/list', { status: 'mine' })).data.total)
    const { data: overview } = await divided.limited.get('/staff/overview')
    expect(overview.tasks.map(({ code }: { code: string }) => code)).toContain('submitted')
    expect(overview.tasks.map(({ code }: { code: string }) => code)).not.toContain('handovers')
    const { lines } = overview.cards.find(({ code }: { code: string }) => code === 'deadlines')
    for (const { route } of lines) {
      const { code } = await divided.limited.get('/staff/review/detail', { id: route.split('/').at(-1) })
      expect(code).toBe(200)
    }
    const place = await divided.limited.get('/staff/review/place', { id: divided.there.application!, status: 'all' })
    expect(place.data).toMatchObject({ n: null, previous: null, next: null })
  })

  test('enters organisations, persons and certificates of that province only', async () => {
    const form = { name: '山东某某锅炉清洗有限公司', creditCode: '91110105MA00DEM14D', provinceCode: THERE }
    expect(await divided.limited.post('/staff/organisation/add', { form })).toMatchObject({ code: 403, msg: NOT_HERE })
    const someone = { name: '李晓明', idType: 'passport', idNumber: 'E12345678', provinceCode: THERE }
    expect(await divided.limited.post('/staff/person/add', { form: someone })).toMatchObject({
      code: 403,
      msg: NOT_HERE,
    })
    const issue = {
      kindCode: 'QX01',
      levelCode: 'A',
      issuedOn: '2026-11-01',
      organisationId: divided.there.organisation,
    }
    expect(await divided.limited.post('/staff/certificate/issue', issue)).toMatchObject({ code: 403, msg: NOT_HERE })
    const { data } = await divided.limited.get('/staff/organisation/detail', { id: divided.here.organisation! })
    const moved = { id: divided.here.organisation, version: data.version, form: { provinceCode: THERE } }
    expect(await divided.limited.post('/staff/organisation/edit', moved)).toMatchObject({ code: 403, msg: NOT_HERE })
  })

  test('finds holders of that province only', async () => {
    const [other] = await divided.site.services.db
      .select()
      .from(organisation)
      .where(eq(organisation.id, divided.there.organisation!))
    const found = await divided.limited.get('/staff/holder/list', { kind: 'organisation', key: other!.name })
    expect(found.data).toEqual([])
    const byId = await divided.limited.get('/staff/holder/list', {
      kind: 'organisation',
      key: '',
      id: divided.there.organisation!,
    })
    expect(byId.data).toEqual([])
    const persons = await divided.limited.get('/staff/holder/list', {
      kind: 'person',
      key: '',
      id: divided.there.person!,
    })
    expect(persons.data).toEqual([])
  })

  test('sums up, reminds of and settles fees of that province only', async () => {
    const { data: totals } = await divided.limited.get('/staff/fee/totals')
    const states = totals.states.reduce((n: number, { count }: { count: number }) => n + count, 0)
    expect(states).toBe(await divided.countHere('fee'))
    await writeFees(divided.site.services, [divided.there.fee!], { state: 'due' })
    await writeFees(divided.site.services, [divided.here.fee!], { state: 'due' })
    const { data: waiting } = await divided.limited.get('/staff/fee/remind')
    expect(waiting.count).toBeLessThanOrEqual(await divided.countHere('fee'))
    expect((await divided.limited.post('/staff/fee/remind', { sms: false, expected: waiting.count })).data).toEqual({
      count: waiting.count,
    })
    const [other] = await selectFees(divided.site.services).where(eq(memberFee.id, divided.there.fee!))
    expect(other!.remindedAt).toBeNull()
    const { data } = await divided.limited.post('/staff/fee/settleMany', { ids: [divided.there.fee] })
    expect(data).toEqual([{ id: divided.there.fee, name: '', done: false, msg: NOT_HERE }])
  })

  test('looks at no divided.site, notice or shortfall of another province', async () => {
    const own = eq(organisation.id, divided.here.organisation!)
    await divided.site.services.db.update(organisation).set({ provinceCode: THERE }).where(own)
    const admin = await asStaff(divided.site, 'admin')
    const first = async (path: string) => (await admin.get(path)).data.list[0]
    const { id } = await first('/staff/qualification/site/list')
    for (const name of ['detail', 'experts', 'sheet'])
      expect(await divided.call(`GET /staff/qualification/site/${name}`, { id })).toMatchObject({
        code: 403,
        msg: NOT_HERE,
      })
    for (const name of ['arrange', 'declare', 'record', 'verify', 'reject']) {
      const key = `POST /staff/qualification/site/${name}`
      const { example } = (contract as Record<string, Endpoint>)[key]!
      expect(await divided.call(key, { ...example, id }), name).toMatchObject({ code: 403, msg: NOT_HERE })
    }
    const notice = await first('/staff/notice/list')
    expect(await divided.limited.get('/staff/notice/detail', { id: notice.id })).toMatchObject({
      code: 403,
      msg: NOT_HERE,
    })
    const prolonged = { id: notice.id, days: 3, reason: '有人反映情况' }
    expect(await divided.limited.post('/staff/notice/prolong', prolonged)).toMatchObject({ code: 403, msg: NOT_HERE })
    const shortfall = await first('/staff/qualification/shortfall/list')
    const reminder = { ids: [shortfall.id], demand: '请在 30 天内补足人员' }
    expect(await divided.limited.post('/staff/qualification/shortfall/remind', reminder)).toMatchObject({ code: 409 })
    await divided.site.services.db.update(organisation).set({ provinceCode: HERE }).where(own)
  })

  test.each(['review', 'organisation'] as const)(
    'takes no note of a %s back that has gone to another province',
    async of => {
      const id = of === 'review' ? divided.here.application : divided.here.organisation
      const { data } = await divided.limited.post(`/staff/${of}/note`, { id, text: '已电话核实' })
      const own = eq(organisation.id, divided.here.organisation!)
      await divided.site.services.db.update(organisation).set({ provinceCode: THERE }).where(own)
      const answer = await divided.limited.post(`/staff/${of}/note/remove`, { id: data.id })
      await divided.site.services.db.update(organisation).set({ provinceCode: HERE }).where(own)
      expect(answer).toMatchObject({ code: 403, msg: NOT_HERE })
    },
  )

  test('reads the files of members of that province only', async () => {
    const { db } = divided.site.services
    const token = await signInAs(divided.site, 'qingyuan')
    const id = await putFile(divided.site, token, '材料.png')
    const owner = (organisationId: number) =>
      db.update(account).set({ organisationId }).where(eq(account.userName, 'qingyuan'))
    const read = async () =>
      (await divided.site.app.inject({ url: `/api/file/${id}`, headers: divided.session })).headers['content-type']
    await owner(divided.there.organisation!)
    expect(await read()).toContain('json')
    await owner(divided.here.organisation!)
    expect(await read()).toContain('image/')
    await db.update(file).set({ isConfined: true }).where(eq(file.id, id))
    expect(await read()).toContain('json')
  })

  test('is not limited in a permission that another role gives everywhere, and by two limits in both provinces', async () => {
    const { db } = divided.site.services
    await db.insert(staffRole).values({
      code: 'role-there',
      name: '山东专员',
      permissions: ['staff:members'],
      provinces: [THERE],
    })
    const both = await asStaff(divided.site, await staffWith(divided.site, ['role-here', 'role-there']))
    for (const id of [divided.here.organisation!, divided.there.organisation!])
      expect((await both.get('/staff/organisation/detail', { id })).code).toBe(200)
    expect((await both.get('/staff/certificate/detail', { id: divided.there.certificate! })).code).toBe(403)
    const [elsewhere] = await db
      .select()
      .from(organisation)
      .where(and(ne(organisation.provinceCode, HERE), ne(organisation.provinceCode, THERE)))
    expect((await both.get('/staff/organisation/detail', { id: elsewhere!.id })).code).toBe(403)
    const free = await asStaff(divided.site, await staffWith(divided.site, ['role-here', 'secretary']))
    expect((await free.get('/staff/organisation/detail', { id: elsewhere!.id })).code).toBe(200)
    expect((await free.get('/staff/handover/list')).code).toBe(200)
    // The second role reads money everywhere; to move it is still limited by the first.
    const fee = (await free.get('/staff/fee/detail', { id: divided.there.fee! })).data
    const reduced = { id: fee.id, version: fee.version, amount: 0, reason: '减免' }
    expect((await free.post('/staff/fee/adjust', reduced)).code).toBe(403)
  })

  test('is told of what arrives from that province, and of nothing else', async () => {
    const { data: before } = await divided.limited.get('/staff/message/unread')
    const admin = await asStaff(divided.site, 'admin')
    const note = async (id: number) => admin.post('/staff/review/note', { id, text: `@${name} 请看` })
    const name = (await divided.limited.get('/staff/me')).data.displayName
    await note(divided.there.application!)
    expect((await divided.limited.get('/staff/message/unread')).data).toEqual(before)
    await note(divided.here.application!)
    expect((await divided.limited.get('/staff/message/unread')).data).not.toEqual(before)
  })
})
