import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newPhone, signUp, staffSession, staffWith } from '#test/support/make.ts'
import { by, expectNarrowed, expectSameRows, expectSorted, openRegister } from '#test/support/registers.ts'
import type { PostRules } from './rules.ts'
import { appointment, body, post, term } from './server/tables.ts'

setUpSite({ demo: true })

type Api = ReturnType<typeof site.as>
let secretary: Api
const today = dayOf(new Date())

beforeAll(async () => {
  secretary = site.as(await staffSession(site, await staffWith(site, ['secretary'])))
})

let serial = 0
/** A committee of the test's own, with a term, and a post under these rules. */
async function committee(rules: PostRules = {}, more: Partial<typeof post.$inferInsert> = {}) {
  const { db } = site.services
  const name = `测试委员会${++serial}`
  const code = `http${serial}`
  const [of] = await db.insert(body).values({ name, code, kind: 'committee', isPublic: true, sort: 99 }).returning()
  const bodyId = of!.id
  const days = { fromDay: addDays(today, -400), toDay: addDays(today, 900) }
  const [during] = await db
    .insert(term)
    .values({ bodyId, number: '第一届', ...days })
    .returning()
  const [held] = await db
    .insert(post)
    .values({ bodyId, name: '委员', rules, ...more })
    .returning()
  return { bodyId, termId: during!.id, postId: held!.id, name }
}
const save = (postId: number, form: object = {}, more: object = {}, caller = secretary) =>
  caller.post('/staff/appointment/save', {
    form: {
      postId: String(postId),
      personName: '程远',
      fromDay: addDays(today, -400),
      decision: '第一次会议选举',
      ...form,
    },
    ...more,
  })
async function appointed(postId: number, form: object = {}, more: object = {}) {
  const answer = await save(postId, form, more)
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data as { id: number; version: number }
}
const detail = async (id: number) => (await secretary.get('/staff/appointment/detail', { id })).data
const list = async (query: object) =>
  (await secretary.get('/staff/appointment/list', { pageSize: 50, ...query })).data.list
const namesOn = async (bodyId: number, day?: string) =>
  (await list({ bodyId, ...(day && { day }) })).map(({ personName }: { personName: string }) => personName)
const company = async (at = 0) => (await site.services.db.select().from(organisation).orderBy(organisation.id))[at]!

describe('the register of appointments', () => {
  test('says who was what on a day', async () => {
    const { bodyId, postId } = await committee()
    const of = await appointed(postId)
    const replaced = await secretary.post('/staff/appointment/replace', {
      ...of,
      form: { personName: '尹航', fromDay: addDays(today, -10), decision: '第二次会议', reason: '工作调动' },
    })
    expect(replaced.code).toBe(200)
    expect(await namesOn(bodyId, addDays(today, -11))).toEqual(['程远'])
    expect(await namesOn(bodyId, addDays(today, -10))).toEqual(['尹航'])
    expect(await namesOn(bodyId, addDays(today, -401))).toEqual([])
    expect(await namesOn(bodyId)).toEqual(['尹航'])
    expect(await list({ bodyId, state: 'ended' })).toMatchObject([{ personName: '程远', stateName: '已离任' }])
    const { workbook } = await openRegister(site, '/staff/appointment')
    const exported = async (query: object) => (await workbook({ bodyId, ...query })).map(row => row.姓名)
    expect(await exported({})).toEqual(['尹航'])
    expect(await exported({ day: addDays(today, -11) })).toEqual(['程远'])
    expect(await exported({ state: 'ended' })).toEqual(['程远'])
    const shown = await detail(replaced.data.id)
    expect(shown.seat.map(({ personName }: { personName: string }) => personName)).toEqual(['程远', '尹航'])
    expect(await detail(of.id)).toMatchObject({ endReason: '工作调动', until: addDays(today, -11), canDo: [] })
  })

  test('is narrowed, sorted and exported as it is listed', async () => {
    const register = await openRegister(site, '/staff/appointment')
    const missing = { termNumber: '—', organisationName: '—', until: '未定' }
    await expectSameRows(
      register,
      { columns: 'personName,postName,bodyName,termNumber,organisationName,fromDay,until' },
      missing,
    )
    await expectSorted(register, {}, { fromDay: by(row => row.fromDay), until: by(row => row.until ?? '9999') })
    const [of] = await list({ key: '严柏清' })
    const { bodyId, postId } = await detail(of.id)
    const terms = await site.services.db.select().from(term).where(eq(term.bodyId, bodyId))
    const termId = terms.find(({ number }) => number === of.termNumber)!.id
    await expectNarrowed(register, [
      [{ bodyId }, row => row.bodyName === of.bodyName],
      [{ postId }, row => row.bodyName === of.bodyName && row.postName === of.postName],
      [{ termId }, row => row.bodyName === of.bodyName && row.termNumber === of.termNumber],
      [{ organisationId: of.organisationId }, row => row.organisationId === of.organisationId],
      [{ key: '之江' }, row => row.organisationName.includes('之江')],
      [{ key: '严柏清' }, row => row.personName === '严柏清'],
    ])
  })

  test('of the demo association has its council, one seat of which was handed on', async () => {
    const [former] = await list({ key: '孟怀瑾', state: 'all' })
    expect(await detail(former.id)).toMatchObject({
      seat: [{ personName: '孟怀瑾' }, { personName: '戚凤鸣' }],
      termNumber: '第六届',
    })
    const leaders = await list({ key: '', day: today })
    expect(leaders[0]).toMatchObject({ personName: '严柏清', postName: '理事长', bodyName: '理事会' })
  })
})

describe('an appointment', () => {
  test('tells all that is wrong at once, and the rules of the post by their sentences', async () => {
    const { postId } = await committee({ ageLimit: 70, maxHolders: 1 })
    await appointed(postId, { personName: '在任者', bornMonth: '1980.5' })
    const wrong = await save(postId, { personName: '年高者', bornMonth: '1940年1月' })
    expect(wrong).toMatchObject({ code: 400 })
    expect(wrong.data.fields).toEqual({
      bornMonth: expect.stringMatching(/^就任时年满 70 周岁的不得担任：就任时 \d+ 周岁$/),
      postId: '同时在任的不超过 1 人：任期内已有 1 人',
    })
    const unread = await save(postId, { personName: '', bornMonth: '去年', mobile: '123' })
    expect(Object.keys(unread.data.fields).toSorted()).toEqual(['bornMonth', 'mobile', 'personName'])
    const { posts } = (await secretary.get('/staff/appointment/choices')).data
    expect(posts.find(({ id }: { id: number }) => id === postId).sentences).toEqual([
      '就任时年满 70 周岁的不得担任',
      '同时在任的不超过 1 人',
    ])
  })

  test('is confirmed against a rule with a reason that is kept, where the charter allows it', async () => {
    const { postId } = await committee({ ageLimit: 70, allowsExceptions: true })
    const old = { bornMonth: '1940-01' }
    expect((await save(postId, old)).data.fields).toHaveProperty('exceptionReason')
    const of = await appointed(postId, { ...old, exceptionReason: '主管单位书面同意' })
    expect(await detail(of.id)).toMatchObject({
      exceptionReason: '主管单位书面同意',
      exceptions: [expect.stringContaining('70 周岁')],
    })
  })

  test('keeps a mobile sealed, is found by it, and links the login that has it', async () => {
    const { postId } = await committee()
    const mobile = newPhone()
    const of = await appointed(postId, { mobile })
    expect(JSON.stringify(await detail(of.id))).not.toContain(mobile)
    expect(await list({ key: mobile })).toMatchObject([{ id: of.id }])
    expect((await secretary.post('/staff/appointment/reveal', { id: of.id })).data).toEqual({ mobile })

    const { phone } = await signUp(site, { accountType: 'person', realName: '沈知行' })
    const person = { personName: '沈知行', mobile: phone }
    const { id: organisationId, name: organisationName } = await company(4)
    const first = await appointed(postId, person, { organisationId })
    const second = await appointed((await committee()).postId, person)
    expect(await detail(second.id)).toMatchObject({
      accountName: '沈知行',
      others: [{ id: first.id, organisationId, organisationName }],
    })
    expect(await detail(of.id)).toMatchObject({ accountName: '' })
  })

  test('is corrected by one of two who do so at once, and held against the rules again', async () => {
    const { postId } = await committee({ ageLimit: 70 })
    const of = await appointed(postId, { bornMonth: '1980-01' })
    const edit = (form: object) => secretary.post('/staff/appointment/save', { ...of, form })
    const both = await Promise.all([edit({ position: '董事长' }), edit({ position: '总经理' })])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const { version } = await detail(of.id)
    const old = await secretary.post('/staff/appointment/save', { id: of.id, version, form: { bornMonth: '1930-01' } })
    expect(old.data.fields).toHaveProperty('bornMonth')
  })

  test('ends with its reason and is resumed, and is removed only while nobody followed', async () => {
    const { bodyId, postId } = await committee()
    const of = await appointed(postId)
    const ended = await secretary.post('/staff/appointment/end', { ...of, toDay: addDays(today, -1), reason: '辞任' })
    expect(ended.code).toBe(200)
    expect(await namesOn(bodyId)).toEqual([])
    const resumed = await secretary.post('/staff/appointment/resume', ended.data)
    expect(await namesOn(bodyId)).toEqual(['程远'])
    const gone = await secretary.post('/staff/appointment/remove', { ...resumed.data, reason: '重复登记' })
    expect(gone.code).toBe(200)
    expect((await secretary.get('/staff/appointment/detail', { id: of.id })).code).toBe(404)
    const first = await appointed(postId)
    const form = { personName: '尹航', fromDay: today, decision: '第二次会议', reason: '工作调动' }
    await secretary.post('/staff/appointment/replace', { ...first, form })
    const { version } = await detail(first.id)
    const kept = await secretary.post('/staff/appointment/remove', { id: first.id, version, reason: '重复' })
    expect(kept).toMatchObject({ code: 409, msg: expect.stringContaining('后任') })
  })

  test('of many ends with one press, and that is taken back', async () => {
    const { bodyId, postId } = await committee()
    const ids = [await appointed(postId), await appointed(postId, { personName: '尹航' })].map(({ id }) => id)
    const act = { ids, toDay: addDays(today, -1), reason: '换届' }
    expect((await secretary.post('/staff/appointment/bulk', act)).data).toMatchObject([{ done: true }, { done: true }])
    expect(await namesOn(bodyId)).toEqual([])
    expect((await secretary.post('/staff/appointment/bulk', act)).data).toMatchObject([
      { done: false },
      { done: false },
    ])
    await secretary.post('/staff/appointment/resumeMany', { ids })
    expect(await namesOn(bodyId)).toHaveLength(2)
  })

  test('moves the company to the level of the post where staff confirm it, in the same transaction', async () => {
    const { db } = site.services
    const [ordinary] = await db
      .select()
      .from(member)
      .where(and(eq(member.levelCode, 10), eq(member.status, 'active')))
      .limit(1)
    const organisationId = ordinary!.organisationId!
    const { postId } = await committee({ maxHolders: 1 }, { levelCode: 20 })
    const offered = await secretary.get('/staff/appointment/level', { postId, organisationId })
    expect(offered.data.change).toEqual({ from: '会员单位', to: '理事单位' })
    const { postId: without } = await committee()
    const [higher] = await db
      .select()
      .from(member)
      .where(and(eq(member.levelCode, 20), eq(member.status, 'active')))
      .limit(1)
    for (const other of [{ postId: without }, { organisationId: higher!.organisationId! }]) {
      const answer = await secretary.get('/staff/appointment/level', { postId, organisationId, ...other })
      expect(answer.data).toEqual({ change: null })
    }
    const levelNow = async () => (await db.select().from(member).where(eq(member.id, ordinary!.id)))[0]!.levelCode
    const first = await appointed(postId, {}, { organisationId })
    expect(await levelNow()).toBe(10)
    expect((await save(postId, {}, { organisationId, changesLevel: true })).code).toBe(400)
    expect(await levelNow()).toBe(10)
    await secretary.post('/staff/appointment/remove', { ...first, reason: '试' })
    await appointed(postId, {}, { organisationId, changesLevel: true })
    expect(await levelNow()).toBe(20)
    expect((await secretary.get('/staff/appointment/level', { postId, organisationId })).data.change).toBeNull()
  })

  test('is for the secretariat alone', async () => {
    const editor = await asStaff(site, await staffWith(site, ['editor']))
    expect((await editor.get('/staff/appointment/list')).code).toBe(403)
    expect((await save(1, {}, {}, editor)).code).toBe(403)
  })

  test('stands in the file of its company', async () => {
    const { postId, name } = await committee()
    const { id: organisationId } = await company(3)
    await appointed(postId, {}, { organisationId })
    const { data } = await secretary.get('/staff/organisation/detail', { id: organisationId })
    expect(JSON.stringify(data)).toContain(`程远　${name}委员`)
  })
})

describe('bodies, posts and terms', () => {
  test('are records of the association, and what is wrong in one is told beside its field', async () => {
    const form = {
      name: '标准化委员会',
      code: 'standards',
      kind: 'committee',
      parentId: 'none',
      isPublic: 'yes',
      maxChangePercent: 20,
      countsNewRepresentatives: 'no',
      allowsExceptions: 'yes',
      isEnded: 'no',
    }
    const saveBody = (more: object) =>
      secretary.post('/staff/record/save', { type: 'body', form: { ...form, ...more } })
    expect((await saveBody({ name: '理事会', code: '标委会' })).data.fields).toEqual({
      code: expect.stringContaining('小写字母'),
      name: expect.stringContaining('已有'),
    })
    const { data } = await saveBody({})
    const below = await saveBody({ name: '标准化工作组', code: 'standards-group', parentId: String(data.id) })
    const { list } = (await secretary.get('/staff/record/list', { type: 'body' })).data
    expect(list.find(({ id }: { id: number }) => id === data.id)).toMatchObject({
      sentences: ['一届之内新任的不超过届初人数的 20%', '单位更换代表的不计入', expect.stringContaining('例外')],
      holders: 0,
      parentName: '',
    })
    expect(list.find(({ id }: { id: number }) => id === below.data.id)).toMatchObject({ parentName: '标准化委员会' })
    const held = await secretary.post('/staff/record/save', {
      type: 'post',
      form: {
        bodyId: String(data.id),
        name: '主任',
        voteWeight: 2,
        seatBodyIds: [String(data.id)],
        needsLegalPerson: 'no',
        isLegalRepresentative: 'no',
        allowsExceptions: 'no',
        isPublic: 'yes',
        isRetired: 'no',
      },
    })
    expect(held.data.fields).toEqual({ seatBodyIds: expect.stringContaining('本机构') })
  })

  test('that are used are not removed, and those of the program never', async () => {
    const { bodyId, postId } = await committee()
    await appointed(postId)
    const remove = async (type: string, id: number) => {
      const { data } = await secretary.get('/staff/record/list', { type })
      const { version } = data.list.find((row: { id: number }) => row.id === id)
      return secretary.post('/staff/record/remove', { type, id, version })
    }
    expect((await remove('post', postId)).code).toBe(409)
    expect((await remove('body', bodyId)).code).toBe(409)
    const { list } = (await secretary.get('/staff/record/list', { type: 'body' })).data
    const own = list.find(({ values }: { values: { code: string } }) => values.code === 'assembly')
    expect(await remove('body', own.id)).toMatchObject({ code: 409, msg: expect.stringContaining('会员大会') })
  })

  test('terms of a body do not overlap, and one that is extended carries its appointments along', async () => {
    const { bodyId, termId, postId } = await committee()
    const of = await appointed(postId)
    const overlapping = await secretary.post('/staff/record/save', {
      type: 'term',
      form: { bodyId: String(bodyId), number: '第二届', fromDay: addDays(today, 800), toDay: addDays(today, 2000) },
    })
    expect(overlapping.data.fields).toEqual({ fromDay: expect.stringContaining('第一届') })
    await site.services.db
      .update(term)
      .set({ toDay: addDays(today, -1) })
      .where(eq(term.id, termId))
    expect(await namesOn(bodyId)).toEqual([])
    const { list } = (await secretary.get('/staff/record/list', { type: 'term' })).data
    const row = list.find(({ id }: { id: number }) => id === termId)
    const form = { ...row.values, toDay: addDays(today, 100) }
    expect(
      (await secretary.post('/staff/record/save', { type: 'term', id: termId, version: row.version, form })).code,
    ).toBe(200)
    expect((await detail(of.id)).until).toBe(addDays(today, 100))
    await site.services.db
      .update(appointment)
      .set({ toDay: addDays(today, 90) })
      .where(eq(appointment.id, of.id))
    const again = (await secretary.get('/staff/record/list', { type: 'term' })).data.list.find(
      ({ id }: { id: number }) => id === termId,
    )
    const cut = await secretary.post('/staff/record/save', {
      type: 'term',
      id: termId,
      version: again.version,
      form: { ...again.values, toDay: addDays(today, 50) },
    })
    expect(cut.data.fields).toEqual({ toDay: expect.stringContaining('1 项任职') })
  })
})
