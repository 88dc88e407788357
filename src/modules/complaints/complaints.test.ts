import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { asStaff, newPhone, staffSession, staffWith } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'
import { pdf, upload } from '#test/support/uploads.ts'
import { complaint } from './server/tables.ts'
import type { ComplaintRow } from './staffContract.ts'

setUpSite({ demo: true })

type Api = ReturnType<typeof site.as>
let secretary: Api
let headers: { cookie: string }
let kinds: Record<string, { id: number; days: number }>
const today = dayOf(new Date())

beforeAll(async () => {
  headers = await staffSession(site, await staffWith(site, ['secretary']))
  secretary = site.as(headers)
  const { data } = await secretary.get('/staff/complaint/choices')
  kinds = Object.fromEntries(data.kinds.map((kind: { name: string }) => [kind.name, kind]))
})

const form = (more: object = {}) => ({
  topic: '其他',
  channel: 'phone',
  receivedOn: today,
  content: '证书过期后仍在承接业务',
  ...more,
})
const save = (more: object = {}, by = secretary) =>
  by.post('/staff/complaint/save', { kindId: kinds.投诉举报!.id, form: form(), ...more })
const detail = async (id: number, by = secretary) => (await by.get('/staff/complaint/detail', { id })).data
const made = async (more: object = {}) => {
  const answer = await save(more)
  if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data as { id: number; version: number }
}
const finish = (of: { id: number; version: number }, more: object = {}) =>
  secretary.post('/staff/complaint/close', {
    ...of,
    outcome: '属实，已督促整改',
    decision: '经核实，已要求停止承接并整改',
    answeredOn: today,
    ...more,
  })

describe('a complaint about a certified company', () => {
  test('has its number and deadline, its evidence, its steps and its outcome, and leads to the certificate', async () => {
    const { db } = site.services
    const [held] = await db
      .select({ number: certificate.number, organisationId: certificate.organisationId })
      .from(certificate)
      .innerJoin(organisation, eq(organisation.id, certificate.organisationId))
      .limit(1)
    const upload1 = { use: 'material', name: '来信.pdf', headers: { ...headers, 'sec-fetch-site': 'same-origin' } }
    const letter = (await upload(site, pdf(), upload1)).data.id as number
    const of = await made({
      form: form({ certificateNumber: held!.number }),
      organisationId: held!.organisationId,
      fileIds: [letter],
    })
    const shown = await detail(of.id)
    expect(shown).toMatchObject({
      number: expect.stringMatching(/^TS\d{4}-\d{4}$/),
      state: 'open',
      certificate: { number: held!.number },
      organisation: { id: held!.organisationId },
      files: [{ id: letter }],
    })
    expect(shown.dueOn > addDays(today, kinds.投诉举报!.days)).toBe(true)
    const photo = (await upload(site, pdf(), { ...upload1, name: '现场照片.pdf' })).data.id as number
    const noted = await secretary.post('/staff/complaint/note', { id: of.id, content: '已电话核实', fileIds: [photo] })
    expect(noted.code).toBe(200)
    expect((await finish(of)).code).toBe(200)
    expect(await detail(of.id)).toMatchObject({
      state: 'closed',
      outcome: '属实，已督促整改',
      notes: [{ content: '已电话核实', files: [{ id: photo, name: '现场照片.pdf' }] }],
    })
    const late = await secretary.post('/staff/complaint/note', { id: of.id, content: '迟了', fileIds: [] })
    expect(late).toMatchObject({ code: 409, msg: expect.stringContaining('已办结') })
    const again = await made({ organisationId: held!.organisationId })
    expect((await detail(again.id)).others).toMatchObject([{ id: of.id, stateName: '已办结' }])
  })

  test('is refused what is not in order, everything at once', async () => {
    const wrong = await save({ form: { channel: '', receivedOn: addDays(today, 1), content: '' } })
    expect(wrong).toMatchObject({ code: 400 })
    expect(Object.keys(wrong.data.fields).toSorted()).toEqual(['channel', 'content', 'receivedOn', 'topic'])
    expect(await save({ organisationId: 999_999 })).toMatchObject({
      code: 400,
      data: { fields: { organisationId: expect.any(String) } },
    })
    const of = await made()
    expect(await finish(of, { outcome: '没有这个结果', answeredOn: addDays(today, 1) })).toMatchObject({
      code: 400,
      data: { fields: { outcome: expect.any(String), answeredOn: expect.any(String) } },
    })
    const extended = await secretary.post('/staff/complaint/extend', { ...of, dueOn: today, reason: '等结果' })
    expect(extended).toMatchObject({ code: 400, data: { fields: { dueOn: expect.stringContaining('晚于') } } })
  })

  test('changed by two at once is changed once, and closed by two at once is closed once', async () => {
    const of = await made()
    const edit = (content: string) =>
      secretary.post('/staff/complaint/save', { ...of, kindId: kinds.投诉举报!.id, form: { content } })
    const edits = await Promise.all([edit('甲'), edit('乙')])
    expect(edits.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const { version } = await detail(of.id)
    const ends = await Promise.all([finish({ id: of.id, version }), finish({ id: of.id, version })])
    expect(ends.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })

  test('is handed to a colleague, who is told, and extended with a reason', async () => {
    const name = await staffWith(site, ['secretary'])
    const colleague = await asStaff(site, name)
    const { data: choices } = await secretary.get('/staff/complaint/choices')
    const to = choices.handlers.at(-1)
    const of = await made()
    const assigned = await secretary.post('/staff/complaint/assign', { ...of, handlerId: to.id })
    expect(assigned.code).toBe(200)
    const [message] = (await colleague.get('/staff/message/list')).data.list
    expect(message.title).toContain('交您办理')
    const { dueOn } = await detail(of.id)
    const later = addDays(dueOn, 30)
    const extended = await secretary.post('/staff/complaint/extend', {
      ...assigned.data,
      dueOn: later,
      reason: '等检验结果',
    })
    expect(extended.code).toBe(200)
    expect(await detail(of.id)).toMatchObject({
      dueOn: later,
      handlerId: to.id,
      notes: [{ content: expect.stringContaining('等检验结果') }],
    })
  })

  test('opened again keeps its former outcome among its steps', async () => {
    const of = await made()
    const { data: closed } = await finish(of)
    const { code } = await secretary.post('/staff/complaint/reopen', { ...closed, reason: '补充了证据' })
    expect(code).toBe(200)
    const shown = await detail(of.id)
    expect(shown).toMatchObject({ state: 'open', outcome: '', answeredOn: null })
    expect(shown.notes[0].content).toContain('属实，已督促整改')
  })

  test('that is late is counted in days, on the desk and in the list', async () => {
    const of = await made()
    await site.services.db
      .update(complaint)
      .set({ dueOn: addDays(today, -14) })
      .where(eq(complaint.id, of.id))
    const { data } = await secretary.get('/staff/complaint/list', { overdue: 'yes' })
    const row = data.list.find(({ id }: { id: number }) => id === of.id)
    expect(row.daysLate).toBe(14)
    expect((await detail(of.id)).daysLate).toBe(14)
    const inTime = await made()
    expect(await detail(of.id)).toMatchObject({ id: of.id, daysLate: 14 })
    expect(await detail(inTime.id)).toMatchObject({ id: inTime.id, daysLate: 0 })
    expect(
      (await secretary.get('/staff/complaint/list', { overdue: 'no', pageSize: 100 })).data.list,
    ).not.toContainEqual(expect.objectContaining({ id: of.id }))
  })
})

describe('a request about personal data', () => {
  const ask = (personId: number | null, more: object = {}) =>
    save({
      kindId: kinds.个人信息请求!.id,
      form: form({ topic: '复制', personName: '程晓明', identity: '核对了身份证原件', ...more }),
      personId,
    })

  test('names who asks and how they were identified, and says at the end what is kept and why', async () => {
    const bare = await save({ kindId: kinds.个人信息请求!.id, form: form({ topic: '删除' }) })
    expect(Object.keys(bare.data.fields).toSorted()).toEqual(['identity', 'personName'])
    const { data: of } = await ask(null)
    const answer = { outcome: '部分办理，已说明理由', kept: '' }
    expect(await finish(of, answer)).toMatchObject({ code: 400, data: { fields: { kept: expect.any(String) } } })
    expect((await finish(of, { ...answer, kept: '收据，依会计档案管理办法' })).code).toBe(200)
    expect(await detail(of.id)).toMatchObject({ kept: '收据，依会计档案管理办法', dueOn: expect.any(String) })
  })

  test('of somebody without an account gives them all that is known of them, once a second person has agreed', async () => {
    const { db } = site.services
    const [who] = await db.select({ id: person.id, name: person.name }).from(person).limit(1)
    const { data: of } = await ask(who!.id)
    expect(await detail(of.id)).toMatchObject({ person: who, organisation: null })
    const [first, second] = [
      await importer(site, await staffWith(site, ['admin'])),
      await asStaff(site, await staffWith(site, ['admin'])),
    ]
    const give = (by: Pick<Api, 'post'>, id = of.id) => by.post('/staff/complaint/data', { id })
    expect((await give(secretary)).code).toBe(403)
    const { data: nobody } = await ask(null)
    expect(await give(first, nobody.id)).toMatchObject({ code: 409, msg: expect.stringContaining('本人') })
    expect(await give(first)).toMatchObject({ code: 202 })
    const [asked] = (await second.get('/staff/approval/list', { state: 'all' })).data.list
    expect((await second.post('/staff/approval/agree', { id: asked.id })).code).toBe(200)
    const bytes = await first.download('/staff/approval/file', { id: asked.id })
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    const [noted] = await db.select().from(auditEvent).where(eq(auditEvent.action, 'complaint.data'))
    expect(noted).toMatchObject({ objectId: of.id })
  })
})

test('a phone number is masked, found by its whole, and shown whole to who asks and is noted', async () => {
  const mobile = newPhone()
  const of = await made({ form: form({ personName: '程晓明', mobile }) })
  const shown = await detail(of.id)
  expect(JSON.stringify(shown)).not.toContain(mobile)
  const { list } = (await secretary.get('/staff/complaint/list', { key: mobile })).data
  expect(list).toMatchObject([{ id: of.id }])
  expect((await secretary.post('/staff/complaint/reveal', { id: of.id })).data).toEqual({ mobile })
  const trainer = await asStaff(site, await staffWith(site, ['trainer']))
  expect((await trainer.get('/staff/complaint/detail', { id: of.id })).code).toBe(403)
  const file = await site.app.inject({ url: '/api/staff/complaint/export', headers })
  expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('kinds are records of the association: one in use is not removed, and its prefix stays', async () => {
  await made()
  const records = async () => (await secretary.get('/staff/record/list', { type: 'complaintKind' })).data.list
  const used = (await records()).find(({ name }: { name: string }) => name === '投诉举报')
  const remove = { type: 'complaintKind', id: used.id, version: used.version }
  expect(await secretary.post('/staff/record/remove', remove)).toMatchObject({ code: 409 })
  const change = (values: object) =>
    secretary.post('/staff/record/save', { ...remove, form: { ...used.values, ...values } })
  expect(await change({ prefix: 'TSX' })).toMatchObject({ code: 400, data: { fields: { prefix: expect.any(String) } } })
  expect((await change({ days: 30 })).code).toBe(200)
  const added = await secretary.post('/staff/record/save', {
    type: 'complaintKind',
    form: {
      name: '会员建议',
      prefix: 'JY',
      days: 20,
      topics: '服务\n收费',
      outcomes: '已采纳\n未采纳',
      isAboutData: 'no',
      isOpen: 'yes',
    },
  })
  expect(added.code).toBe(200)
  const of = await made({ kindId: added.data.id, form: form({ topic: '服务' }) })
  expect((await detail(of.id)).number).toMatch(/^JY/)
})

test('the register is narrowed by each filter and sorted by its columns, and so is its workbook', async () => {
  const data = await save({
    kindId: kinds.个人信息请求!.id,
    form: form({
      topic: '查阅',
      channel: 'letter',
      personName: '阿依古丽',
      identity: '核对了身份证',
      receivedOn: '2025-02-03',
    }),
  })
  const about = await made({ form: form({ channel: 'web', subject: '登记册里没有的某厂', receivedOn: '2025-02-01' }) })
  const late = await made({ form: form({ personName: '宗晓', receivedOn: '2025-02-02', content: '迟迟不退培训费' }) })
  const { data: choices } = await secretary.get('/staff/complaint/choices')
  const handler = choices.handlers[0]
  await secretary.post('/staff/complaint/assign', { ...late, handlerId: handler.id })
  await finish(about)
  const path = '/staff/complaint'
  const register = await openRegister(site, path, await staffWith(site, ['secretary']))
  await expectNarrowed(register, [
    [{ key: '不退培训费' }, ({ id }: ComplaintRow) => id === late.id],
    [{ key: '没有的某厂' }, ({ id }: ComplaintRow) => id === about.id],
    [{ kindId: kinds.个人信息请求!.id }, row => row.kindName === '个人信息请求'],
    [{ state: 'closed' }, row => row.state === 'closed'],
    [{ overdue: 'yes' }, row => row.daysLate > 0],
    [{ overdue: 'no' }, row => row.daysLate === 0],
    [{ handlerId: handler.id }, row => row.handlerName === handler.name],
    [{ handled: 'yes' }, row => row.handlerName !== ''],
    [{ handled: 'no' }, row => row.handlerName === ''],
    [{ channel: 'letter' }, row => row.id === data.data.id],
    [{ channel: 'web' }, row => row.id === about.id],
    [{ receivedFrom: '2025-02-02' }, row => row.receivedOn >= '2025-02-02'],
    [{ receivedTo: '2025-02-02' }, row => row.receivedOn <= '2025-02-02'],
  ])
  await expectSorted(
    register,
    { columns: 'number,personName,receivedOn,daysLate' },
    {
      number: by(row => row.number),
      personName: byName(row => row.personName),
      receivedOn: by(row => row.receivedOn),
      daysLate: by(row => row.daysLate),
    },
  )
  await expectNoOtherSort(register, path)
  const [line] = await register.workbook({ channel: 'letter' })
  expect(line).toMatchObject({ 种类: '个人信息请求', 来人: '阿依古丽', 来源: '信函', 收到日期: '2025-02-03' })
})
