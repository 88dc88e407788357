import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, newAddress, putFile, signUpComplete, staffSession, staffWith } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'
import { partsIn, sheetOf, textsOf } from '#test/support/workbooks.ts'
import { remindBeforeClosing } from './server/inviting.ts'
import { eraseOldAnswers } from './server/retention.ts'
import { survey, surveyAnswer, surveyRespondent } from './server/tables.ts'

setUpSite({ demo: true })

type Api = ReturnType<typeof site.as>
type Seen = { id: number; version: number }
type Given = { companies?: Company[]; [name: string]: unknown }
type Company = Awaited<ReturnType<typeof signUpComplete>>
let secretary: Api
const today = dayOf(new Date())

// Each writes as a colleague of their own: calls that write are limited by account.
beforeEach(async () => {
  secretary = site.as(await staffSession(site, await staffWith(site, ['secretary'])))
})

const accepted = <T>({ code, msg, data }: { code: number; msg: string; data: T }): T => {
  if (code !== 200) throw new Error(`${msg} ${JSON.stringify(data)}`)
  return data
}
const settings = (more: object = {}) => ({
  title: `问卷${Math.random()}`,
  audience: 'roll',
  identity: 'named',
  keptMonths: 24,
  ...more,
})
const satisfied = {
  kind: 'choice',
  label: '是否满意',
  required: 'yes',
  options: [{ name: '满意' }, { name: '不满意' }],
}
const why = {
  kind: 'paragraph',
  label: '哪里不满意',
  required: 'yes',
  conditionCode: 'q1',
  conditionOptions: ['o2'],
}

/** A draft with these questions and, for these companies, its list. */
async function drafted(questions: object[], { companies = [], ...more }: Given = {}) {
  let seen: Seen = accepted(await secretary.post('/staff/survey/save', { form: settings(more) }))
  for (const form of questions) seen = accepted(await secretary.post('/staff/survey/question/save', { ...seen, form }))
  const names = companies.map(nameOf).join('\n')
  if (names) accepted(await secretary.post('/staff/survey/roll/add', { id: seen.id, from: 'names', names }))
  return seen
}
const nameOf = (company: Company) => ('orgName' in company ? String(company.orgName) : '')
const detail = async (id: number) => (await secretary.get('/staff/survey/detail', { id })).data
async function opened(questions: object[], more: Given = {}) {
  const seen = await drafted(questions, more)
  const after: Seen = accepted(await secretary.post('/staff/survey/open', seen))
  const [made] = await site.services.db.select().from(survey).where(eq(survey.id, seen.id))
  return { ...after, key: made!.key }
}
const page = async (api: Pick<Api, 'post'>, key: string, more: object = {}) =>
  (await api.post('/survey/open', { key, ...more })).data
const handIn = (api: Pick<Api, 'post'>, key: string, form: object, version = 0, more: object = {}) =>
  api.post('/survey/handIn', { key, version, form, ...more })
const results = async (id: number, more: object = {}) =>
  (await secretary.get('/staff/survey/results', { id, ...more })).data
const answersOf = async (surveyId: number, more: object = {}) =>
  (await secretary.get('/staff/survey/answers', { surveyId, ...more })).data.list as { id: number; name: string }[]
const visitor = () => site.from(newAddress())

describe('a survey of companies on a list', () => {
  test('tells them, takes the answer of one company, and each count opens the answers that it counts', async () => {
    const [one, other] = [await signUpComplete(site), await signUpComplete(site)]
    const of = await opened([satisfied, why], { companies: [one, other] })
    const { list } = (await one.api.get('/member/survey/list')).data
    expect(list).toMatchObject([{ key: of.key, answerState: 'none' }])
    const todos = async () => JSON.stringify((await one.api.get('/member/todo/list')).data)
    expect(await todos()).toContain(`/admin/survey/${of.key}`)
    const [message] = (await one.api.get('/member/message/list')).data.list
    expect(message).toMatchObject({ route: `/admin/survey/${of.key}`, title: expect.stringContaining('请填写') })
    accepted(await handIn(one.api, of.key, { q1: 'o2', q2: '培训太少' }))
    accepted(await handIn(other.api, of.key, { q1: 'o1' }))
    expect(await todos()).not.toContain(of.key)
    const counted = await results(of.id)
    expect(counted).toMatchObject({ total: 2, respondents: 2, answeredRespondents: 2 })
    expect(counted.questions[0].options).toMatchObject([
      { picked: 'q1=o1', name: '满意', count: 1 },
      { picked: 'q1=o2', name: '不满意', count: 1 },
    ])
    expect(counted.questions[1]).toMatchObject({ asked: 1, answered: 1, texts: [{ text: '培训太少', count: 1 }] })
    expect(await answersOf(of.id, { picked: 'q1=o2' })).toMatchObject([{ name: nameOf(one) }])
    expect(await answersOf(of.id, { key: '培训太少' })).toMatchObject([{ name: nameOf(one) }])
    const [answer] = await answersOf(of.id, { picked: 'q1=o2' })
    const read = (await secretary.get('/staff/survey/answer', { id: answer!.id })).data
    expect(read).toMatchObject({ name: nameOf(one), form: { q1: 'o2', q2: '培训太少' }, versionNumber: 1 })
    const file = (await secretary.get('/staff/organisation/detail', { id: read.organisationId })).data
    expect(JSON.stringify(file)).toContain(`/staff/surveys/${of.id}/answers/${answer!.id}`)
  })

  test('says everything that is missing at its question, and asks nothing that a condition leaves out', async () => {
    const company = await signUpComplete(site)
    const number = { kind: 'number', label: '职工人数', required: 'yes', min: 1, max: 10 }
    const of = await opened([satisfied, why, number], { companies: [company] })
    const refused = await handIn(company.api, of.key, { q1: 'o2', q3: '二十' })
    expect(refused).toMatchObject({ code: 400, data: { fields: { q2: expect.any(String), q3: '职工人数应为数字' } } })
    accepted(await handIn(company.api, of.key, { q1: 'o1', q2: '不该留下', q3: '3人' }))
    const [row] = await site.services.db.select().from(surveyAnswer).where(eq(surveyAnswer.surveyId, of.id))
    expect(row!.form).toEqual({ q1: 'o1', q3: 3 })
  })

  test('keeps the draft of one colleague for another, and overwrites nobody in silence', async () => {
    const company = await signUpComplete(site)
    const of = await opened([satisfied, { kind: 'text', label: '联系人', required: 'no' }], { companies: [company] })
    const save = (version: number, form: object) => company.api.post('/survey/draft', { key: of.key, version, form })
    const first = accepted(await save(0, { q2: '张' }))
    expect((await page(company.api, of.key)).form).toEqual({ q2: '张' })
    const both = await Promise.all([save(first.version, { q2: '甲' }), save(first.version, { q2: '乙' })])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(await answersOf(of.id)).toEqual([])
    const { version } = await page(company.api, of.key)
    expect((await handIn(company.api, of.key, { q1: 'o1' }, version - 1)).code).toBe(409)
    accepted(await handIn(company.api, of.key, { q1: 'o1' }, version))
    const again = await page(company.api, of.key)
    expect(again).toMatchObject({ answerState: 'in', may: 'fill', form: { q1: 'o1' } })
    accepted(await handIn(company.api, of.key, { q1: 'o2' }, again.version))
    expect((await results(of.id)).questions[0].options).toMatchObject([{ count: 0 }, { count: 1 }])
  })

  test('is nobody else’s to answer', async () => {
    const [company, stranger] = [await signUpComplete(site), await signUpComplete(site)]
    const of = await opened([satisfied], { companies: [company] })
    expect(await page(stranger.api, of.key)).toMatchObject({ may: 'signIn', questions: [] })
    expect((await handIn(stranger.api, of.key, { q1: 'o1' })).code).toBe(403)
    expect((await handIn(visitor(), of.key, { q1: 'o1' })).code).toBe(401)
    const trainer = await asStaff(site, await staffWith(site, ['trainer']))
    expect((await trainer.get('/staff/survey/results', { id: of.id })).code).toBe(403)
  })

  test('reminds only those who have not answered, by a code where there is no account', async () => {
    const [done, silent] = [await signUpComplete(site), await signUpComplete(site)]
    const of = await opened([satisfied], { companies: [done, silent] })
    accepted(await handIn(done.api, of.key, { q1: 'o1' }))
    // The contact of a company whose login was closed gets a text message.
    await site.services.db.update(account).set({ status: 'disabled' }).where(eq(account.id, silent.accountId))
    expect((await secretary.post('/staff/survey/remind', { id: of.id })).data).toEqual({ reminded: 1 })
    const code = await codeSentFor(of.id)
    const found = accepted(await visitor().post('/survey/enter', { token: code })) as { key: string }
    expect(found.key).toBe(of.key)
    expect(await page(visitor(), of.key, { token: code })).toMatchObject({ may: 'fill', hasAccount: false })
    accepted(await handIn(visitor(), of.key, { q1: 'o2' }, 0, { token: code }))
    expect((await secretary.post('/staff/survey/remind', { id: of.id })).code).toBe(409)
    expect((await visitor().post('/survey/enter', { token: 'AAAA-BBBB-CCCC-DDDD' })).code).toBe(404)
  })

  test('that came on paper is typed in by staff, once, with who typed it', async () => {
    const company = await signUpComplete(site)
    const of = await opened([satisfied], { companies: [company] })
    const [{ id: respondentId }] = (await secretary.get('/staff/survey/roll', { surveyId: of.id })).data.list
    const enter = (form: object) => secretary.post('/staff/survey/enter', { id: of.id, respondentId, form })
    expect((await enter({})).data.fields).toHaveProperty('q1')
    const both = await Promise.all([enter({ q1: 'o2' }), handIn(company.api, of.key, { q1: 'o1' })])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect((await enter({ q1: 'o2' })).code).toBe(409)
    expect(await answersOf(of.id)).toHaveLength(1)
    expect((await secretary.get('/staff/survey/entering', { id: of.id, respondentId })).code).toBe(409)
  })

  test('reminds by itself some days before the end, once', async () => {
    const company = await signUpComplete(site)
    const day = addDays(today, 10)
    const of = await opened([satisfied], { companies: [company], remindDays: 3, closesAt: `${day} 12:00` })
    const told = async () => (await company.api.get('/member/message/list')).data.list.length
    const before = await told()
    await remindBeforeClosing(inDays(5))
    expect(await told()).toBe(before)
    await remindBeforeClosing(inDays(8))
    await remindBeforeClosing(inDays(9))
    expect(await told()).toBe(before + 1)
    expect((await secretary.get('/staff/survey/roll', { surveyId: of.id })).data.list[0].cells.remindedOn).toBe(
      addDays(today, 8),
    )
  })

  test('refuses unknown names all at once, and adds nobody twice', async () => {
    const company = await signUpComplete(site)
    const { id } = await drafted([satisfied], { companies: [company] })
    const add = (names: string) => secretary.post('/staff/survey/roll/add', { id, from: 'names', names })
    const refused = await add(`${nameOf(company)}\n没有这家甲\n没有这家乙`)
    expect(refused.data.fields.names).toMatch(/没有这家甲、没有这家乙/)
    expect((await add(nameOf(company))).data).toMatchObject({ added: 0, already: 1 })
    const members = accepted(
      await secretary.post('/staff/survey/roll/add', { id, from: 'members', kind: 'organisation' }),
    )
    expect((members as { added: number }).added).toBeGreaterThan(3)
  })
})

/** The code in the text message that was sent last about a survey. */
async function codeSentFor(surveyId: number): Promise<string> {
  const { db, encryption } = site.services
  const { outbox } = await import('#lib/server/outbox/tables.ts')
  const rows = await db.select().from(outbox)
  const texts = rows
    .map(({ textSealed }) => encryption.decrypt(textSealed))
    .filter(text => text.includes('问卷还没有交'))
  expect(surveyId).toBeGreaterThan(0)
  return /口令 (\S+) /.exec(texts.at(-1)!)![1]!
}

describe('who answered what', () => {
  test('of a confidential survey is nowhere once it is handed in, and it cannot be handed in again', async () => {
    const company = await signUpComplete(site)
    const of = await opened([satisfied], { companies: [company], identity: 'confidential' })
    const { version } = accepted(
      await company.api.post('/survey/draft', { key: of.key, version: 0, form: { q1: 'o2' } }),
    ) as { version: number }
    accepted(await handIn(company.api, of.key, { q1: 'o2' }, version))
    const rows = await site.services.db.select().from(surveyAnswer).where(eq(surveyAnswer.surveyId, of.id))
    expect(rows).toMatchObject([{ respondentId: null, filledBy: [], form: { q1: 'o2' } }])
    expect(await answersOf(of.id)).toMatchObject([{ name: '保密' }])
    expect(await page(company.api, of.key)).toMatchObject({ may: 'no', form: {}, answerState: 'in' })
    expect((await handIn(company.api, of.key, { q1: 'o1' }, version)).code).toBe(409)
    const { list } = (await secretary.get('/staff/survey/roll', { surveyId: of.id })).data
    expect(list).toMatchObject([{ name: nameOf(company), state: 'in', answeredOn: today }])
  })

  test('is never asked by an anonymous survey, whoever is signed in', async () => {
    const company = await signUpComplete(site)
    const of = await opened([satisfied], { audience: 'everybody', identity: 'anonymous' })
    expect(await page(company.api, of.key)).toMatchObject({ may: 'fill', name: '' })
    expect((await handIn(company.api, of.key, { q1: 'o1' })).code).toBe(409)
    accepted(await company.api.post('/survey/anonymous', { key: of.key, form: { q1: 'o1' } }))
    const [row] = await site.services.db.select().from(surveyAnswer).where(eq(surveyAnswer.surveyId, of.id))
    expect(row).toEqual({
      id: expect.any(Number),
      surveyId: of.id,
      versionId: expect.any(Number),
      respondentId: null,
      form: { q1: 'o1' },
      handedInOn: today,
      filledBy: [],
      version: 1,
    })
    expect(await site.services.db.$count(surveyRespondent, eq(surveyRespondent.surveyId, of.id))).toBe(0)
  })

  test('is not promised to be anonymous where there is a list, or files are asked for', async () => {
    const refused = await secretary.post('/staff/survey/save', { form: settings({ identity: 'anonymous' }) })
    expect(refused.data.fields.identity).toContain('不能保证匿名')
    const file = { kind: 'file', label: '营业执照', required: 'no' }
    const seen = await drafted([file], { audience: 'everybody', identity: 'anonymous' })
    expect(await secretary.post('/staff/survey/open', seen)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('匿名'),
    })
  })

  test('is asked once of each account by a link for everybody', async () => {
    const company = await signUpComplete(site)
    const of = await opened([satisfied], { audience: 'everybody', identity: 'named' })
    expect(await page(visitor(), of.key)).toMatchObject({ may: 'signIn' })
    accepted(await handIn(company.api, of.key, { q1: 'o1' }))
    const { version } = await page(company.api, of.key)
    accepted(await handIn(company.api, of.key, { q1: 'o2' }, version))
    expect(await answersOf(of.id)).toMatchObject([{ name: nameOf(company) }])
  })

  test('is removed with telephone numbers some months after the end, and the counts stay', async () => {
    const company = await signUpComplete(site)
    const mobile = { kind: 'mobile', label: '手机', required: 'no' }
    const of = await opened([satisfied, mobile], { companies: [company], keptMonths: 1 })
    accepted(await handIn(company.api, of.key, { q1: 'o1', q2: '13900000001' }))
    const { db } = site.services
    const [stored] = await db.select().from(surveyAnswer).where(eq(surveyAnswer.surveyId, of.id))
    expect(JSON.stringify(stored!.form)).not.toContain('13900000001')
    const [answer] = await answersOf(of.id)
    const masked = (await secretary.get('/staff/survey/answer', { id: answer!.id })).data.form.q2
    expect(masked).toMatch(/^139\*+0001$/)
    accepted(await secretary.post('/staff/survey/close', await seenOf(of.id)))
    const job = (days: number) => eraseOldAnswers(inDays(days))
    await job(20)
    expect(await answersOf(of.id)).toMatchObject([{ name: nameOf(company) }])
    await job(40)
    const [row] = await db.select().from(surveyAnswer).where(eq(surveyAnswer.surveyId, of.id))
    expect(row).toMatchObject({ respondentId: null, form: { q1: 'o1' } })
    expect((await results(of.id)).questions[0].options[0].count).toBe(1)
    expect((await secretary.post('/staff/survey/reopen', { ...(await seenOf(of.id)), form: {} })).code).toBe(409)
  })
})

/** The context of a job that runs some days from now. */
const inDays = (days: number): Ctx =>
  ({
    ...site.services,
    now: new Date(Date.now() + days * 86_400_000),
    actor: anonymous,
    address: '',
    headers: {},
  }) as Ctx

const seenOf = async (id: number): Promise<Seen> => {
  const { version } = await detail(id)
  return { id, version }
}

describe('the end of a survey', () => {
  test('comes by itself with the last answer that was wanted, even where two hand in at once', async () => {
    const companies = [await signUpComplete(site), await signUpComplete(site)]
    const of = await opened([satisfied], { companies, maxAnswers: 1 })
    const both = await Promise.all(companies.map(({ api }) => handIn(api, of.key, { q1: 'o1' })))
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(await detail(of.id)).toMatchObject({ state: 'closed', answers: 1 })
  })

  test('comes at its time; who was permitted may still answer, until the day', async () => {
    const [late, other] = [await signUpComplete(site), await signUpComplete(site)]
    const of = await opened([satisfied], { companies: [late, other], closesAt: '2099-01-01 09:00' })
    const { db } = site.services
    await db
      .update(survey)
      .set({ closesAt: new Date(Date.now() - 60_000) })
      .where(eq(survey.id, of.id))
    expect((await detail(of.id)).stateName).toBe('已截止')
    expect(await handIn(late.api, of.key, { q1: 'o1' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('截止'),
    })
    const { list } = (await secretary.get('/staff/survey/roll', { surveyId: of.id })).data
    const id = list.find(({ name }: { name: string }) => name === nameOf(late)).id
    const permit = (until: string | null) =>
      secretary.post('/staff/survey/late', { id: of.id, respondentIds: [id], until })
    expect((await permit(addDays(today, -1))).code).toBe(400)
    accepted(await permit(addDays(today, 3)))
    accepted(await handIn(late.api, of.key, { q1: 'o1' }))
    expect((await handIn(other.api, of.key, { q1: 'o1' })).code).toBe(409)
  })

  test('is taken back, and then answers come again', async () => {
    const company = await signUpComplete(site)
    const of = await opened([satisfied], { companies: [company] })
    accepted(await secretary.post('/staff/survey/close', await seenOf(of.id)))
    expect((await handIn(company.api, of.key, { q1: 'o1' })).code).toBe(409)
    accepted(await secretary.post('/staff/survey/reopen', { ...(await seenOf(of.id)), form: {} }))
    accepted(await handIn(company.api, of.key, { q1: 'o1' }))
  })
})

describe('questions', () => {
  test('are refused with all that is wrong, and a condition keeps the question that it looks at', async () => {
    const seen = await drafted([satisfied, why])
    const refused = await secretary.post('/staff/survey/question/save', {
      ...seen,
      form: { kind: 'choices', label: '', required: 'yes', options: [{ name: '一' }], max: 5 },
    })
    expect(Object.keys(refused.data.fields).toSorted()).toEqual(['label', 'max', 'options'])
    const act = (path: string, more: object) => secretary.post(`/staff/survey/question/${path}`, { ...seen, ...more })
    expect((await act('remove', { code: 'q1' })).code).toBe(409)
    expect((await act('move', { code: 'q2', position: 1 })).code).toBe(409)
    const [gone] = satisfied.options
    const fewer = { ...satisfied, options: [{ code: 'o1', ...gone }, { name: '另一项' }] }
    expect((await act('save', { code: 'q1', form: fewer })).data.fields.options).toContain('条件')
  })

  test('changed while answers come make a new version, and earlier answers keep theirs', async () => {
    const [first, second] = [await signUpComplete(site), await signUpComplete(site)]
    const of = await opened([satisfied], { companies: [first, second] })
    accepted(await handIn(first.api, of.key, { q1: 'o1' }))
    const more = { kind: 'text', label: '新加的', required: 'yes' }
    const seen = accepted(await secretary.post('/staff/survey/question/save', { ...(await seenOf(of.id)), form: more }))
    expect((await page(second.api, of.key)).questions).toHaveLength(1)
    accepted(await secretary.post('/staff/survey/publish', seen as Seen))
    expect((await secretary.post('/staff/survey/publish', await seenOf(of.id))).code).toBe(409)
    expect((await handIn(second.api, of.key, { q1: 'o2' })).data.fields).toHaveProperty('q2')
    accepted(await handIn(second.api, of.key, { q1: 'o2', q2: '有' }))
    expect((await results(of.id)).questions[1]).toMatchObject({ label: '新加的', asked: 1, answered: 1 })
    const [, older] = await answersOf(of.id)
    expect((await secretary.get('/staff/survey/answer', { id: older!.id })).data.fields).toHaveLength(1)
  })

  test('of every kind come back in the workbook, by name and by code, with a code book', async () => {
    const company = await signUpComplete(site)
    const named = (name: string) => ({ name })
    const of = await opened(
      [
        { kind: 'choices', label: '需要哪些服务', required: 'yes', options: ['培训', '咨询'].map(named) },
        { kind: 'ranking', label: '先后', required: 'yes', options: ['价格', '质量'].map(named) },
        {
          kind: 'matrix',
          label: '评价',
          required: 'yes',
          items: ['及时'].map(named),
          options: ['好', '差'].map(named),
        },
        { kind: 'table', label: '设备', required: 'no', items: ['名称', '台数'].map(named) },
        { kind: 'file', label: '照片', required: 'yes' },
      ],
      { companies: [company] },
    )
    const { data: shown } = await company.api.post('/survey/open', { key: of.key })
    const [services, order, rating, equipment] = shown.questions
    const code = (question: { options: { code: string }[] }, at: number) => question.options[at]!.code
    const file = await putFile(site, company.token, '照片.png', undefined, 'document')
    const item = rating.items[0].code
    const [column] = equipment.items
    accepted(
      await handIn(company.api, of.key, {
        q1: [code(services, 1)],
        q2: [code(order, 1), code(order, 0)],
        [`q3_${item}`]: code(rating, 0),
        q4: [{ [column.code]: '水泵' }],
        q5: file,
      }),
    )
    const headers = { cookie: (await staffSession(site, await staffWith(site, ['secretary']))).cookie }
    const response = await site.app.inject({ url: `/api/staff/survey/data?id=${of.id}`, headers })
    const textsIn = async (name: string) => textsOf(await sheetOf(response.rawPayload, name))
    const [names, codes, book] = [await textsIn('答卷'), await textsIn('代码'), await textsIn('代码本')]
    expect(names[0]).toContain('评价：及时')
    expect(names[1]).toEqual(expect.arrayContaining([nameOf(company), '咨询', '1. 质量　2. 价格', '好', '水泵']))
    expect(codes[0]).toEqual(expect.arrayContaining(['id', 'q1_1', 'q1_2', 'q2_r1', 'q2_r2']))
    expect(codes[1]!.slice(0, 5)).toEqual(['1', '0', '1', '2', '1'])
    expect(book.map(row => row.join(' '))).toContainEqual(expect.stringContaining('先后：第 1 位 排序 1 价格'))
    const zip = await site.app.inject({ url: `/api/staff/survey/codes?id=${of.id}`, headers })
    expect(zip.rawPayload.toString('utf8')).toContain('VALUE LABELS')
    const report = (format: string) =>
      site.app.inject({ url: `/api/staff/survey/report?id=${of.id}&format=${format}`, headers })
    expect((await partsIn((await report('docx')).rawPayload)).length).toBeGreaterThan(3)
    const printed = await textOf((await report('pdf')).rawPayload)
    for (const words of ['需要哪些服务', '平均名次', '收到答卷']) expect(printed).toContain(words)
    const [answer] = await answersOf(of.id)
    expect((await secretary.get('/staff/survey/answer', { id: answer!.id })).data.files).toMatchObject([{ id: file }])
  })
})

describe('what becomes of it', () => {
  const clauses = {
    kind: 'clauses',
    label: '章程修改稿',
    required: 'no',
    items: [{ name: '第一条' }, { name: '第二条' }],
  }

  test('a comment on a clause is answered, and both are published without the name', async () => {
    const company = await signUpComplete(site)
    const of = await opened([clauses], { companies: [company] })
    accepted(await handIn(company.api, of.key, { q1: [{ clause: 'o2', comment: '改为三年', reason: '太短' }] }))
    const read = async () => (await secretary.get('/staff/survey/comments', { id: of.id })).data.clauses
    const [, second] = await read()
    expect(second).toMatchObject({ name: '第二条', comments: [{ from: nameOf(company), comment: '改为三年' }] })
    const [{ answerId, code, place }] = second.comments
    const reply = (form: object, more: object = {}) =>
      secretary.post('/staff/survey/reply', { answerId, code, place, form, ...more })
    expect(Object.keys((await reply({})).data.fields).toSorted()).toEqual(['outcome', 'reply'])
    expect((await reply({ outcome: 'adopted', reply: '已改' }, { place: 7 })).code).toBe(404)
    accepted(await reply({ outcome: 'declined', reply: '与法规不符' }))
    accepted(await reply({ outcome: 'adopted', reply: '已改为三年' }))
    accepted(await secretary.post('/staff/survey/results/publish', { ...(await seenOf(of.id)), codes: ['q1'] }))
    const shown = accepted(await visitor().get('/survey/results', { key: of.key }))
    expect(JSON.stringify(shown)).not.toContain(nameOf(company))
    expect(shown).toMatchObject({
      questions: [{ comments: [{ clause: '第二条', comment: '改为三年', outcomeName: '采纳', reply: '已改为三年' }] }],
    })
    accepted(await secretary.post('/staff/survey/results/publish', { ...(await seenOf(of.id)), codes: [] }))
    expect((await visitor().get('/survey/results', { key: of.key })).code).toBe(404)
  })

  test('texts are not published, nor results so few that they show whose they are', async () => {
    const company = await signUpComplete(site)
    const of = await opened([satisfied, why], { companies: [company], identity: 'confidential' })
    accepted(await handIn(company.api, of.key, { q1: 'o1' }))
    const publish = async (codes: string[]) =>
      secretary.post('/staff/survey/results/publish', { ...(await seenOf(of.id)), codes })
    expect((await publish(['q2'])).data.fields.codes).toContain('不能公开')
    expect(await publish(['q1'])).toMatchObject({ code: 409, msg: expect.stringContaining('看得出是谁的') })
  })

  test('results are narrowed to one choice and crossed with another question', async () => {
    const companies = [await signUpComplete(site), await signUpComplete(site), await signUpComplete(site)]
    const size = { kind: 'choice', label: '规模', required: 'yes', options: [{ name: '大' }, { name: '小' }] }
    const of = await opened([satisfied, size], { companies })
    const given = [
      ['o1', 'o1'],
      ['o1', 'o2'],
      ['o2', 'o2'],
    ]
    for (const [i, [q1, q2]] of given.entries()) accepted(await handIn(companies[i]!.api, of.key, { q1, q2 }))
    const narrowed = await results(of.id, { picked: 'q2=o2' })
    expect(narrowed).toMatchObject({ total: 3, counted: 2, pickedWords: '规模＝小' })
    expect(narrowed.questions[0].options).toMatchObject([{ count: 1 }, { count: 1 }])
    const crossed = await results(of.id, { by: 'q2' })
    expect(crossed.crosses).toMatchObject([
      {
        code: 'q1',
        tables: [
          {
            rows: [
              { name: '满意', counts: [1, 1] },
              { name: '不满意', counts: [0, 1] },
            ],
          },
        ],
      },
    ])
    expect((await secretary.get('/staff/survey/results', { id: of.id, picked: 'q9=o1' })).code).toBe(400)
    expect((await secretary.get('/staff/survey/results', { id: of.id, by: 'q9' })).code).toBe(400)
  })
})
