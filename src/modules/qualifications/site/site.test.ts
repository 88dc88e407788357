import { eq } from 'drizzle-orm'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { anonymous } from '#lib/server/api/context.ts'
import { expertTie } from '#modules/experts/server/tables.ts'
import { keepCalendar } from '#modules/review/server/calendar.ts'
import { application } from '#modules/review/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { asStaff, putFile, staffSession, staffWith, textsTo } from '../../../../test/make.ts'
import { type Awaiting, awaitingSite, CHECKLIST, expertCalled, putScan, showSite } from '../../../../test/onSite.ts'

let site: Awaited<ReturnType<typeof startApp>>
let reviewer: Awaited<ReturnType<typeof asStaff>>
let cookie: { cookie: string }
/** By name, who is free of ties to a company that was made up just now. */
const experts: Record<string, number> = {}
const today = dayOf(new Date())

beforeAll(async () => {
  site = await startApp({ demo: true })
  for (const name of ['沈怀瑾', '晏清和', '苏晴', '贺云舟', '蔺相宜']) experts[name] = await expertCalled(site, name)
})
afterAll(() => site.close())
// One reviewer alone would write more in a minute than one may.
beforeEach(async () => {
  cookie = await staffSession(site, await staffWith(site, ['reviewer']))
  reviewer = site.as(cookie)
})

const PLAN = { plannedOn: today, days: 1, place: '北京市朝阳区演示路 28 号', note: '请备好质量手册与设备台账' }
const GROUP = () => [
  { expertId: experts.沈怀瑾!, role: 'leader' },
  { expertId: experts.苏晴!, role: 'member' },
]
const act = (what: string, given: object, by = reviewer) => by.post(`/staff/qualification/site/${what}`, given)
const arrange = (id: number, given: object = {}, by = reviewer) =>
  act('arrange', { id, version: 0, ...PLAN, experts: GROUP(), ...given }, by)

/** On the day itself, everybody's declaration signed. */
async function onSite() {
  const of = await awaitingSite(site)
  const { data } = await arrange(of.id)
  for (const { expertId } of GROUP()) await act('declare', { id: of.id, expertId, declared: true })
  return { ...of, version: data.version as number }
}

const conforms = CHECKLIST.map((_, i) => ({ place: i + 1, result: 'conforms', remark: '' }))
const found = [
  { clause: '5.2 设备', description: '两台 pH 计已过校准有效期', dueOn: addDays(today, 20) },
  { clause: '6.1 记录', description: '一份作业记录缺少缓蚀率计算', dueOn: addDays(today, 28) },
]
async function conclude({ id, version }: { id: number; version: number }, given: object = {}) {
  const fileIds = [await putScan(site, cookie)]
  const whole = { findings: conforms, summary: '体系运行有效。', conclusion: 'recommended', fileIds, ...given }
  return act('record', { id, version, action: 'conclude', ...whole })
}

async function rectifying() {
  const of = await onSite()
  const { data } = await conclude(of, { conclusion: 'afterRectification', nonconformities: found })
  return { ...of, version: data.version as number }
}
const rectification = async ({ api, id }: Awaiting) => (await api.get('/qualification/rectification', { id })).data

async function handIn(of: Awaiting) {
  const { list, version } = await rectification(of)
  const fileId = await putFile(site, of.token, '校准证书.png')
  const items = list.map((one: { id: number }) => ({ id: one.id, correction: '已送检并更换标签', fileIds: [fileId] }))
  const answer = await of.api.post('/qualification/rectify', { id: of.id, version, items, action: 'submit' })
  return { ...answer, fileId }
}

describe('arranging', () => {
  test('what waits is on the list; arranged, its date, place and group reach the applicant', async () => {
    const of = await awaitingSite(site)
    const waiting = await reviewer.get('/staff/qualification/site/list', { stage: 'awaitingSite', key: of.orgName })
    expect(waiting.data.list).toMatchObject([
      { id: of.id, title: of.orgName, typeName: '首次申请', levelName: 'B级', plannedOn: null, stageName: '待安排' },
    ])
    const { code, data } = await arrange(of.id)
    expect([code, data.status]).toEqual([200, 'onSite'])
    const planned = await reviewer.get('/staff/qualification/site/list', { from: today, to: today, key: of.number })
    expect(planned.data.list).toMatchObject([{ id: of.id, leader: '沈怀瑾', experts: 2, stageName: '已安排' }])
    const [text] = await textsTo(site, of.phone)
    expect(text).toContain('现场评审中')
    const { data: messages } = await of.api.get('/member/message/list')
    for (const part of [today, PLAN.place, '沈怀瑾（组长）、苏晴', PLAN.note])
      expect(messages.list[0].content).toContain(part)
  })

  test('an expert who is tied to the applicant is marked before, and refused', async () => {
    const of = await awaitingSite(site)
    const tie = { kind: 'employer' as const, fromDay: '2021-03-01', toDay: null, creditCode: null }
    // The name without its legal form, in another writing, is the same company.
    const organisationName = of.orgName.replace('有限公司', '（集團）股份有限公司')
    await site.services.db.insert(expertTie).values({ ...tie, expertId: experts.贺云舟!, organisationName })
    const { data } = await reviewer.get('/staff/qualification/site/experts', { id: of.id, key: '贺云舟' })
    const sentence = `2021-03 至今任职于${organisationName}（申请单位）`
    expect(data.list).toMatchObject([{ name: '贺云舟', conflicts: [sentence] }])
    const free = await reviewer.get('/staff/qualification/site/experts', { id: of.id, key: '水质检测' })
    expect(free.data.list.map((one: { name: string }) => one.name)).toContain('沈怀瑾')
    expect(free.data.list.find((one: { name: string }) => one.name === '沈怀瑾').conflicts).toEqual([])
    const chosen = [...GROUP(), { expertId: experts.贺云舟!, role: 'member' }]
    const refused = await arrange(of.id, { experts: chosen })
    expect([refused.code, refused.msg]).toEqual([400, expect.stringContaining(`贺云舟（${sentence}）`)])
    expect(refused.data.fields).toEqual({ [`expert-${experts.贺云舟}`]: sentence })
    expect((await showSite(reviewer, of.id)).status).toBe('awaitingSite')
  })

  test('takes one leader who may lead, nobody who has left, and no day of the past', async () => {
    const { id } = await awaitingSite(site)
    const messages = [
      await arrange(id, { experts: GROUP().map(one => ({ ...one, role: 'member' })) }),
      await arrange(id, { experts: GROUP().map(one => ({ ...one, role: 'leader' })) }),
      await arrange(id, { experts: [{ expertId: experts.苏晴, role: 'leader' }] }),
      await arrange(id, { experts: [...GROUP(), { expertId: experts.蔺相宜, role: 'member' }] }),
      await arrange(id, { experts: [...GROUP(), GROUP()[1]] }),
      await arrange(id, { plannedOn: addDays(today, -1) }),
    ].map(({ code, msg }) => `${code} ${msg}`)
    expect(messages).toEqual([
      '400 评审组须恰有一名组长',
      '400 评审组须恰有一名组长',
      '400 苏晴不能担任组长',
      '400 蔺相宜已不在聘',
      '400 评审组中有重复或不存在的专家，请重新选择',
      '400 评审日期不能早于今天',
    ])
  })

  test('two at once: one wins, the other is told; arranged anew, who has signed need not sign again', async () => {
    const { id } = await awaitingSite(site)
    const other = await asStaff(site, await staffWith(site, ['reviewer']))
    const answers = await Promise.all([arrange(id), arrange(id, {}, other)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 \S+ 于 .+ 修改，请刷新/)
    await act('declare', { id, expertId: experts.沈怀瑾, declared: true })
    const others = [GROUP()[0], { expertId: experts.晏清和, role: 'member' }]
    const again = await arrange(id, { version: 1, plannedOn: addDays(today, 5), experts: others })
    expect([again.code, again.data.version]).toEqual([200, 2])
    const { group, plannedOn } = await showSite(reviewer, id)
    expect(plannedOn).toBe(addDays(today, 5))
    expect(group).toMatchObject([
      { name: '沈怀瑾', roleName: '组长', declaredOn: today },
      { name: '晏清和', roleName: '组员', declaredOn: null },
    ])
  })

  test('reading is for who sees applications, acting for reviewers', async () => {
    const { id } = await awaitingSite(site)
    const cashier = await asStaff(site, 'cashier')
    expect((await cashier.get('/staff/qualification/site/detail', { id })).code).toBe(200)
    expect((await arrange(id, {}, cashier)).code).toBe(403)
    const editor = await asStaff(site, 'editor')
    expect((await editor.get('/staff/qualification/site/list')).code).toBe(403)
  })

  test('the desk of reviews sends its reviewer here', async () => {
    const { id } = await awaitingSite(site)
    const { data } = await reviewer.get('/staff/review/detail', { id })
    const decision = { id, version: data.version, action: 'pass', opinion: '' }
    expect((await reviewer.post('/staff/review/decide', decision)).code).toBe(409)
  })
})

describe('recording', () => {
  test('a half-filled record is kept; the conclusion waits until it is whole, signed and consistent', async () => {
    const of = await awaitingSite(site)
    await arrange(of.id)
    const half = { findings: [{ place: 2, result: 'fails', remark: '' }], nonconformities: [found[0]] }
    const saved = await act('record', { id: of.id, version: 1, action: 'save', ...half })
    expect([saved.code, saved.data.status, saved.data.version]).toEqual([200, 'onSite', 2])
    expect((await rectification(of)).list).toEqual([])
    const { findings, list } = await showSite(reviewer, of.id)
    expect(findings).toMatchObject([
      { ...CHECKLIST[0], result: null },
      { ...CHECKLIST[1], result: 'fails' },
    ])
    expect(list).toMatchObject([{ description: found[0]!.description, result: 'open' }])
    const whole = { ...half, conclusion: 'recommended' }
    const refused = await act('record', { id: of.id, version: 2, action: 'conclude', ...whole })
    expect(refused.code).toBe(400)
    expect(Object.keys(refused.data.fields).sort()).toEqual(
      ['conclusion', 'declared', 'fileIds', 'finding-1', 'finding-2', 'summary'].sort(),
    )
    expect(refused.data.fields.declared).toBe('沈怀瑾、苏晴尚未签署回避声明')
  })

  test('recommended: it goes on to be decided, and the applicant reads the conclusion', async () => {
    const of = await onSite()
    const { code, data } = await conclude(of)
    expect([code, data.status]).toEqual([200, 'deciding'])
    const { stageName, conclusionName, files } = await showSite(reviewer, of.id)
    expect([stageName, conclusionName, files.length]).toEqual(['已办结', '推荐', 1])
    const { data: progress } = await of.api.get('/member/application/detail', { id: of.id })
    expect(progress.timeline.at(-1).opinion).toBe('现场评审结论：推荐。体系运行有效。')
  })

  test('not recommended: it ends, with the reason', async () => {
    const of = await onSite()
    const nonconformities = [{ clause: '4.1', description: '主要设备不在场' }]
    const summary = '主要设备不在场，体系未运行。'
    const { data } = await conclude(of, { conclusion: 'notRecommended', nonconformities, summary })
    expect(data.status).toBe('rejected')
    expect((await textsTo(site, of.phone))[0]).toContain('不予通过')
  })

  test('to be put right needs something to be put right, within 30 days', async () => {
    const of = await onSite()
    const none = await conclude(of, { conclusion: 'afterRectification' })
    expect(none.data.fields.conclusion).toContain('至少要有一个不符合项')
    const late = [{ ...found[0], dueOn: addDays(today, 31) }]
    const refused = await conclude(of, { conclusion: 'afterRectification', nonconformities: late })
    expect(refused.data.fields).toEqual({ 'nonconformities.0.dueOn': expect.stringContaining('最长 30 天') })
  })

  test('two who record at once: one wins, the other is told', async () => {
    const of = await onSite()
    const answers = await Promise.all([conclude(of), conclude(of)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  test('before the day nothing is concluded', async () => {
    const of = await awaitingSite(site)
    await arrange(of.id, { plannedOn: addDays(today, 3) })
    const { data } = await conclude({ id: of.id, version: 1 })
    expect(data.fields.conclusion).toContain(`评审日期是 ${addDays(today, 3)}`)
  })
})

describe('putting right', () => {
  test('what was found, by when, reaches the applicant; refused once, accepted the second time, it goes on', async () => {
    const of = await rectifying()
    const { data: messages } = await of.api.get('/member/message/list')
    expect(messages.list[0].content).toContain(
      `不符合项 1（5.2 设备）：两台 pH 计已过校准有效期（整改期限 ${found[0]!.dueOn}）`,
    )
    expect(messages.list[0].route).toBe(`/admin/user/qualification/rectify/${of.id}`)
    const shown = await rectification(of)
    expect([shown.editable, shown.deadline]).toEqual([true, found[1]!.dueOn])

    const empty = await of.api.post('/qualification/rectify', { id: of.id, items: [], action: 'submit' })
    expect(Object.keys(empty.data.fields)).toHaveLength(4)
    const { code, data, fileId } = await handIn(of)
    expect([code, data.status]).toEqual([200, 'verifying'])
    const file = await site.app.inject({ url: `/api/file/${fileId}`, headers: cookie })
    expect(file.statusCode).toBe(200)

    const { list, version } = await showSite(reviewer, of.id)
    const remark = '请补充计算依据'
    const verdicts = [
      { id: list[0].id, accepted: true },
      { id: list[1].id, accepted: false, remark },
    ]
    const noDay = await act('verify', { id: of.id, version, results: verdicts })
    expect(noDay.data.fields).toEqual({ [`nonconformity-${list[1].id}`]: expect.stringContaining('整改期限') })
    const dueOn = addDays(today, 10)
    const back = await act('verify', { id: of.id, version, results: [verdicts[0], { ...verdicts[1], dueOn }] })
    expect(back.data.status).toBe('rectifying')
    const second = await rectification(of)
    expect(second).toMatchObject({ deadline: dueOn })
    expect(second.list).toMatchObject([
      { result: 'accepted', editable: false },
      { result: 'refused', remark, dueOn, editable: true },
    ])
    expect((await handIn(of)).data.status).toBe('verifying')
    const again = await showSite(reviewer, of.id)
    const results = [{ id: list[1].id, accepted: true }]
    const passed = await act('verify', { id: of.id, version: again.version, results })
    expect(passed.data.status).toBe('deciding')
    expect((await showSite(reviewer, of.id)).list.map((one: { result: string }) => one.result)).toEqual([
      'accepted',
      'accepted',
    ])
    // What was handed in without a form is no round of the form, and hides none.
    expect((await reviewer.get('/staff/review/detail', { id: of.id })).code).toBe(200)
  })

  test('is nobody else’s, and an older draft does not go over a newer one', async () => {
    const of = await rectifying()
    const stranger = await awaitingSite(site)
    expect((await stranger.api.get('/qualification/rectification', { id: of.id })).code).toBe(404)
    const [one] = (await rectification(of)).list
    const save = (version: number, correction: string) => {
      const items = [{ id: one.id, correction, fileIds: [] }]
      return of.api.post('/qualification/rectify', { id: of.id, version, items, action: 'save' })
    }
    expect((await save(of.version, '第一稿')).code).toBe(200)
    expect((await save(of.version, '另一处的第一稿')).code).toBe(409)
    expect((await rectification(of)).list[0].correction).toBe('第一稿')
    const foreign = await putFile(site, stranger.token, '别人的.png')
    const items = [{ id: one.id, correction: '', fileIds: [foreign] }]
    expect((await of.api.post('/qualification/rectify', { id: of.id, items, action: 'save' })).code).toBe(400)
  })

  test('that is not handed in by its day ends the application', async () => {
    const of = await rectifying()
    const ctx = { ...site.services, actor: anonymous, address: '', log: site.app.log, headers: {} }
    const night = (day: string) => keepCalendar({ ...ctx, now: new Date(`${day}T00:10:00+08:00`) })
    const stateOf = async () =>
      (await site.services.db.select().from(application).where(eq(application.id, of.id)))[0]!.state
    await night(found[1]!.dueOn)
    expect(await stateOf()).toBe('rectifying')
    await night(addDays(found[1]!.dueOn, 1))
    expect(await stateOf()).toBe('expired')
    expect((await handIn(of)).code).toBe(409)
  })
})

test('the association may end it at any point, with a reason', async () => {
  const { id } = await awaitingSite(site)
  expect((await act('reject', { id, version: 0, reason: '' })).code).toBe(400)
  expect((await act('reject', { id, version: 0, reason: '申请人书面拒绝接受评审' })).data.status).toBe('rejected')
})

describe('the printed record', () => {
  const read = async (id: number) => {
    const url = `/api/staff/qualification/site/sheet?id=${id}`
    const response = await site.app.inject({ url, headers: { ...cookie, 'sec-fetch-site': 'same-origin' } })
    expect(response.headers['content-type']).toBe('application/pdf')
    const data = new Uint8Array(response.rawPayload)
    const document = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise
    const pages = Array.from({ length: document.numPages }, async (_, i) => {
      const { items } = await (await document.getPage(i + 1)).getTextContent()
      return items.map(item => ('str' in item ? item.str : '')).join('')
    })
    return (await Promise.all(pages)).join('').replace(/\s/g, '')
  }

  test('is blank before: task, group with employers and declaration, checklist, room for what is found', async () => {
    const of = await onSite()
    const text = await read(of.id)
    for (const part of [of.orgName, of.creditCode, '沈怀瑾', '京畿理工大学', '无冲突', '回避声明', '首次申请'])
      expect(text).toContain(part)
    expect(text).toContain('□符合□基本符合□不符合□不适用')
    expect(text).toContain('□推荐□整改后推荐□不推荐')
    expect(text).not.toContain('■')
  })

  test('is filled in after: results, what was found, the conclusion', async () => {
    const of = await rectifying()
    const text = await read(of.id)
    for (const part of ['■符合', '两台pH计已过校准有效期', found[0]!.dueOn, '■整改后推荐', '体系运行有效'])
      expect(text).toContain(part)
  })

  test('there is none before the review is arranged', async () => {
    const { id } = await awaitingSite(site)
    expect((await reviewer.get('/staff/qualification/site/sheet', { id })).code).toBe(409)
  })
})

test('the list leaves as a workbook with the same filters', async () => {
  const of = await awaitingSite(site)
  const url = `/api/staff/qualification/site/export?stage=awaitingSite&key=${encodeURIComponent(of.orgName)}`
  const response = await site.app.inject({ url, headers: { ...cookie, 'sec-fetch-site': 'same-origin' } })
  expect(response.headers['content-type']).toContain('spreadsheetml')
  expect(response.rawPayload.subarray(0, 2).toString()).toBe('PK')
})
