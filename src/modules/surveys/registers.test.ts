import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { signUpComplete, staffWith } from '#test/support/make.ts'
import { by, byName, expectNarrowed, expectNoOtherSort, expectSorted, openRegister } from '#test/support/registers.ts'

setUpSite({ demo: true })

const today = dayOf(new Date())
const choice = { kind: 'choice', label: '是否同意', required: 'yes', options: [{ name: '同意' }, { name: '不同意' }] }
type Register = Awaited<ReturnType<typeof openRegister>>
type Seen = { id: number; version: number }
let register: Register
let asked: number

/** A survey of three companies, of which one has answered and one has begun, an anonymous one and a draft. */
beforeAll(async () => {
  register = await openRegister(site, '/staff/survey', await staffWith(site, ['secretary']))
  const { staff } = register
  const post = async (path: string, input: object) => {
    const { code, msg, data } = await staff.post(`/staff/survey/${path}`, input)
    if (code !== 200) throw new Error(`${path} ${msg} ${JSON.stringify(data)}`)
    return data as Seen
  }
  const made = async (form: object) => {
    const seen = await post('save', { form: { audience: 'roll', identity: 'named', keptMonths: 24, ...form } })
    return post('question/save', { ...seen, form: choice })
  }
  const companies = [await signUpComplete(site), await signUpComplete(site), await signUpComplete(site)]
  const names = companies.map(company => ('orgName' in company ? company.orgName : '')).join('\n')
  const first = await made({ title: '中秋活动回执', closesAt: '2098-03-01 12:00' })
  asked = first.id
  await post('roll/add', { id: asked, from: 'names', names })
  await post('open', first)
  const [page] = (await companies[0]!.api.get('/member/survey/list')).data.list
  const answer = (i: number, call: string) =>
    companies[i]!.api.post(`/survey/${call}`, { key: page.key, version: 0, form: { q1: 'o1' } })
  await answer(0, 'handIn')
  await answer(1, 'draft')
  const second = await made({
    title: '按月的服务评价',
    audience: 'everybody',
    identity: 'anonymous',
    closesAt: '2097-01-01 12:00',
  })
  await post('close', await post('open', second))
  await made({ title: '征求意见', identity: 'confidential' })
})

test('surveys are narrowed by each filter and sorted by their columns, and so is the workbook', async () => {
  await expectNarrowed(register, [
    [{ key: '回执' }, row => row.title === '中秋活动回执'],
    [{ state: 'draft' }, row => row.state === 'draft'],
    [{ state: 'open' }, row => row.state === 'open'],
    [{ audience: 'everybody' }, row => row.audience === 'everybody'],
    [{ identity: 'confidential' }, row => row.identity === 'confidential'],
    [{ closesFrom: '2098-01-01' }, row => row.closesAt >= '2098'],
    [{ closesTo: '2098-01-01' }, row => row.closesAt && row.closesAt < '2098'],
  ])
  await expectSorted(
    register,
    {},
    {
      title: byName(row => row.title),
      closesAt: by(row => row.closesAt ?? '9999'),
      respondents: by(row => row.respondents),
      answers: by(row => row.answers),
    },
  )
  await expectNoOtherSort(register, '/staff/survey')
  const [line] = await register.workbook({ key: '回执' })
  expect(line).toMatchObject({ 名称: '中秋活动回执', 署名: '记名', 名单: '3', 已交: '1', 状态: '进行中' })
})

test('a list is narrowed to those who have answered, have begun and have not', async () => {
  const rows = async (more: object = {}) =>
    (await register.staff.get('/staff/survey/roll', { surveyId: asked, ...more })).data.list
  const all = await rows()
  expect(all).toHaveLength(3)
  for (const state of ['none', 'draft', 'in']) {
    const some = await rows({ state })
    expect(some).toEqual(all.filter((row: { state: string }) => row.state === state))
    expect(some).toHaveLength(1)
  }
  expect(await rows({ key: all[1].name })).toMatchObject([{ id: all[1].id }])
  const [late] = all
  const permitted = { id: asked, respondentIds: [late.id], until: today }
  expect((await register.staff.post('/staff/survey/late', permitted)).data).toEqual({ changed: 1 })
  expect(await rows({ late: 'yes' })).toMatchObject([{ id: late.id, lateUntil: today }])
  expect(await rows({ late: 'no' })).toHaveLength(2)
})

test('answers are narrowed to a day and to a choice; a choice that is none is refused', async () => {
  const answers = async (more: object = {}) =>
    (await register.staff.get('/staff/survey/answers', { surveyId: asked, ...more })).data
  expect((await answers()).list).toHaveLength(1)
  expect((await answers({ picked: 'q1=o1', handedFrom: today, handedTo: today })).list).toHaveLength(1)
  expect((await answers({ picked: 'q1=o2' })).list).toEqual([])
  expect((await answers({ handedTo: '2020-01-01' })).list).toEqual([])
  expect((await register.staff.get('/staff/survey/answers', { surveyId: asked, picked: 'q1' })).code).toBe(400)
})

test('whoever has answered or begun stays on the list; the others can be taken off it', async () => {
  const { list } = (await register.staff.get('/staff/survey/roll', { surveyId: asked })).data
  const of = (state: string) => list.find((row: { state: string }) => row.state === state).id
  const remove = (...respondentIds: number[]) =>
    register.staff.post('/staff/survey/roll/remove', { id: asked, respondentIds })
  for (const state of ['in', 'draft']) expect((await remove(of(state))).code).toBe(409)
  expect((await remove(of('none'))).data).toEqual({ removed: 1 })
  expect((await remove(999_999)).code).toBe(400)
})

test('a survey is kept as a template, and another one begins with its questions', async () => {
  const { staff } = register
  const kept = { id: asked, name: `模板${asked}` }
  const { data } = await staff.post('/staff/survey/template', kept)
  expect((await staff.post('/staff/survey/template', kept)).data.fields).toHaveProperty('name')
  const form = { title: '照模板', audience: 'roll', identity: 'named', keptMonths: 24 }
  const begun = (await staff.post('/staff/survey/save', { templateId: data.id, form })).data
  const { questions } = (await staff.get('/staff/survey/detail', { id: begun.id })).data
  expect(questions).toMatchObject([{ code: 'q1', label: '是否同意', options: [{ name: '同意' }, { name: '不同意' }] }])
  expect((await staff.post('/staff/survey/save', { templateId: 999_999, form })).code).toBe(400)
  const copy = (await staff.post('/staff/survey/copy', { id: begun.id })).data
  expect((await staff.get('/staff/survey/detail', { id: copy.id })).data).toMatchObject({ state: 'draft', questions })
})
