import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { expertTie } from '#modules/experts/server/tables.ts'
import {
  act,
  arrange,
  conclude,
  cookie,
  experts,
  found,
  GROUP,
  onSite,
  PLAN,
  rectification,
  reviewer,
  setUpSiteReviews,
} from '#test/setups/qualifications/siteReviews.ts'
import { site, today } from '#test/setups/site.ts'
import { asStaff, staffWith, textsTo } from '#test/support/make.ts'
import { awaitingSite, CHECKLIST, showSite } from '#test/support/onSite.ts'

setUpSiteReviews()

describe('arranging', () => {
  test('what waits is on the list; arranged, its date, place and group reach the applicant', async () => {
    const of = await awaitingSite(site)
    const waiting = await reviewer.get('/staff/qualification/site/list', { stage: 'awaitingSite', key: of.orgName })
    expect(waiting.data.list).toMatchObject([
      { id: of.id, title: of.orgName, typeName: '首次申请', levelName: 'B级', plannedOn: null, stageName: '待安排' },
    ])
    const { code, data } = await arrange(of.id, { observer: '周观察' })
    expect([code, data.status]).toEqual([200, 'onSite'])
    expect(await showSite(reviewer, of.id)).toMatchObject({ observer: '周观察', overdue: false })
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
    const of = await awaitingSite(site)
    const { id } = of
    const other = await asStaff(site, await staffWith(site, ['reviewer']))
    const answers = await Promise.all([arrange(id), arrange(id, {}, other)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 \S+ 于 .+ 修改，请刷新/)
    await act('declare', { id, expertId: experts.沈怀瑾, declared: true })
    const others = [GROUP()[0], { expertId: experts.晏清和, role: 'member' }]
    const again = await arrange(id, { version: 1, plannedOn: addDays(today, 5), experts: others })
    expect([again.code, again.data.version]).toEqual([200, 2])
    // Ties recorded after the arrangement are shown beside the name.
    const { orgName: organisationName } = of
    const tie = { kind: 'employer' as const, fromDay: '2021-03-01', organisationName }
    await site.services.db.insert(expertTie).values({ ...tie, expertId: experts.晏清和! })
    const { group, plannedOn } = await showSite(reviewer, id)
    expect(plannedOn).toBe(addDays(today, 5))
    expect(group).toMatchObject([
      { name: '沈怀瑾', roleName: '组长', declaredOn: today, conflicts: [] },
      {
        name: '晏清和',
        roleName: '组员',
        declaredOn: null,
        conflicts: [`2021-03 至今任职于${organisationName}（申请单位）`],
      },
    ])
  })

  test('its conclusion is corrected on its own screen, to which the desk leads', async () => {
    const of = await onSite()
    expect((await conclude(of)).code).toBe(200)
    const { data } = await reviewer.get('/staff/review/detail', { id: of.id })
    expect(data.correction.obstacle).toMatch('现场评审')
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
    const remark = '台账缺少校准日期'
    const half = { findings: [{ place: 2, result: 'fails', remark }], nonconformities: [found[0]] }
    const saved = await act('record', { id: of.id, version: 1, action: 'save', ...half })
    expect([saved.code, saved.data.status, saved.data.version]).toEqual([200, 'onSite', 2])
    expect((await rectification(of)).list).toEqual([])
    const { findings, list } = await showSite(reviewer, of.id)
    expect(findings).toMatchObject([
      { ...CHECKLIST[0], result: null },
      { ...CHECKLIST[1], result: 'fails', remark },
    ])
    expect(list).toMatchObject([{ description: found[0]!.description, result: 'open' }])
    const whole = { ...half, findings: [{ place: 2, result: 'fails', remark: '' }], conclusion: 'recommended' }
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

test('the list leaves as a workbook with the same filters', async () => {
  const of = await awaitingSite(site)
  const url = `/api/staff/qualification/site/export?stage=awaitingSite&key=${encodeURIComponent(of.orgName)}`
  const response = await site.app.inject({ url, headers: { ...cookie, 'sec-fetch-site': 'same-origin' } })
  expect(response.headers['content-type']).toContain('spreadsheetml')
  expect(response.rawPayload.subarray(0, 2).toString()).toBe('PK')
})
