import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { application } from '#modules/review/server/tables.ts'
import {
  type Applicant,
  applicant,
  cashier,
  decide,
  handIn,
  joiningFields,
  reviewer,
  setUpJoining,
} from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'

setUpJoining()

type Row = Record<string, unknown>
let keeper: Awaited<ReturnType<typeof asStaff>>
beforeAll(async () => {
  keeper = await asStaff(site, 'admin')
})

const rule = async () => (await keeper.get('/staff/record/list', { type: 'joiningRule' })).data.list[0]
const setFields = async (change: (fields: Row[]) => Row[]) => {
  const { id, version, values } = await rule()
  return keeper.post('/staff/record/save', {
    type: 'joiningRule',
    id,
    version,
    form: { ...values, fields: change(values.fields) },
  })
}
const fields = async (): Promise<Row[]> => (await rule()).values.fields
const ask = (label: string, more: Row = {}) => ({ label, kind: 'number', unit: '辆', required: true, ...more })
const codeOf = async (label: string) => String((await fields()).find(one => one.label === label)?.code)

/** Hands in an application with an answer to each own field. */
async function apply(answers: Row): Promise<{ by: Applicant; id: number }> {
  const by = await applicant()
  const { data: form } = await by.get('/member/getApply1')
  const { data } = await handIn(by, { form: { ...form.form, ...joiningFields, ...answers } })
  return { by, id: data.applyId }
}

/** Answers in the application form as staff see them. */
const answersOf = async (id: number) => {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  return Object.fromEntries(data.form.map(({ label, text }: { label: string; text: string }) => [label, text]))
}

describe('an application keeps its questions', () => {
  test('when a field is deleted and another is added in its place', async () => {
    expect((await setFields(() => [ask('自有货运车辆'), ask('信用等级', { kind: 'text', unit: '' })])).code).toBe(200)
    const [vehicles, credit] = [await codeOf('自有货运车辆'), await codeOf('信用等级')]
    const { by, id } = await apply({ [vehicles]: 25, [credit]: '3A' })
    const typedAgain = { code: vehicles, label: '仓储面积', kind: 'number', unit: '平方米' }
    expect((await setFields(() => [typedAgain])).code).toBe(200)
    expect(await answersOf(id)).toMatchObject({ 自有货运车辆: '25 辆', 信用等级: '3A' })
    expect(await answersOf(id)).not.toHaveProperty('仓储面积')
    const { data } = await by.get('/member/getApply1')
    expect(data.fields.map(({ label }: Row) => label)).toContain('自有货运车辆')
  })

  test('when it comes back to be corrected, although the form asks something else by then', async () => {
    await setFields(() => [ask('在册员工', { unit: '人' })])
    const code = await codeOf('在册员工')
    const { by, id } = await apply({ [code]: 40 })
    await decide(reviewer, id, 'return', { opinion: '请核对人数', remarks: [{ field: code, text: '与年报不一致' }] })
    await setFields(() => [ask('仓库', { unit: '座' })])
    const { data } = await by.get('/member/getApply1')
    const again = await by.post('/member/apply1Submit', {
      id,
      version: data.version,
      form: { ...data.form, [code]: 41 },
      action: 'submit',
    })
    expect(again).toMatchObject({ code: 200 })
    expect(await answersOf(id)).toMatchObject({ 在册员工: '41 人' })
    const { data: seen } = await reviewer.get('/staff/review/detail', { id })
    expect(seen.rounds.at(-1).changes).toMatchObject([{ label: '在册员工', before: '40 人', after: '41 人' }])
  })

  test('also what was handed in before questions were stored with it', async () => {
    await setFields(() => [ask('叉车', { unit: '台' })])
    const { id } = await apply({ [await codeOf('叉车')]: 3 })
    await site.services.db.update(application).set({ questionsId: null }).where(eq(application.id, id))
    await setFields(() => [])
    expect(await answersOf(id)).toMatchObject({ 叉车: '3 台' })
  })

  test('while the form changes at the moment of ten submissions', async () => {
    await setFields(() => [ask('罐车')])
    const code = await codeOf('罐车')
    const companies = await Promise.all(Array.from({ length: 10 }, applicant))
    const forms = await Promise.all(companies.map(by => by.get('/member/getApply1')))
    const [, ...sent] = await Promise.all([
      setFields(([of]) => [{ ...of, label: '罐车（含租用）' }]),
      ...companies.map((by, i) => handIn(by, { form: { ...forms[i]!.data.form, ...joiningFields, [code]: i + 1 } })),
    ])
    expect(sent.map(answer => answer.code)).toEqual(sent.map(() => 200))
    const seen = await Promise.all(sent.map(({ data }) => answersOf(data.applyId)))
    // Each shows its own number under one of the two names, and under one only.
    expect(seen.map(of => [of.罐车, of['罐车（含租用）']].filter(text => text !== undefined))).toEqual(
      companies.map((_, i) => [`${i + 1} 辆`]),
    )
    await setFields(() => [])
    expect(await Promise.all(sent.map(({ data }) => answersOf(data.applyId)))).toEqual(seen)
  })
})

describe('the code of an own field', () => {
  test('stays with a question that was renamed, deleted and restored', async () => {
    await setFields(() => [ask('油罐车')])
    const code = await codeOf('油罐车')
    await setFields(([of]) => [{ ...of, label: '油罐车（自有）' }])
    await setFields(() => [])
    await setFields(() => [{ ...ask('油罐车（自有）'), code }])
    expect(await codeOf('油罐车（自有）')).toBe(code)
  })

  test('is made by the program and never used again, except by the same question restored', async () => {
    await setFields(() => [ask('挂车'), ask('冷藏车')])
    const [trailers, coolers] = [await codeOf('挂车'), await codeOf('冷藏车')]
    expect(new Set([trailers, coolers]).size).toBe(2)
    await setFields(all => all.filter(({ label }) => label === '挂车'))
    await setFields(all => [...all, ask('危化品车'), { ...ask('平板车'), code: coolers }])
    expect([await codeOf('危化品车'), await codeOf('平板车')]).not.toContain(coolers)
    const { data } = await keeper.get('/staff/record/history', { type: 'joiningRule' })
    const removal = data.list[1]
    expect(removal).toMatchObject({ objectName: '单位会员入会办法', canRestore: true })
    const restored = await keeper.post('/staff/record/restore', { type: 'joiningRule', id: removal.id })
    expect(restored).toMatchObject({ code: 200 })
    expect([await codeOf('挂车'), await codeOf('冷藏车')]).toEqual([trailers, coolers])
  })

  test('is another one once the question asks for another kind of answer', async () => {
    await setFields(() => [ask('吨位')])
    const before = await codeOf('吨位')
    await setFields(([of]) => [{ ...of, kind: 'text', unit: '' }])
    expect(await codeOf('吨位')).not.toBe(before)
  })
})

test('the editor shows who has answered a field before it goes', async () => {
  await setFields(() => [ask('吊车'), ask('铲车', { required: false })])
  const code = await codeOf('吊车')
  await apply({ [code]: 2 })
  const { id } = await apply({ [code]: 4 })
  const { data } = await reviewer.get('/staff/review/detail', { id })
  const { answered } = await rule()
  expect(answered).toMatchObject([{ code, label: '吊车', count: 2 }])
  expect(answered[0].titles[0]).toBe(data.title)
})

test('the history of the joining rules is for who keeps them, and restores nothing else', async () => {
  expect(await cashier.get('/staff/record/history', { type: 'joiningRule' })).toMatchObject({ code: 403 })
  const { data } = await keeper.get('/staff/record/history', { type: 'joiningRule', pageSize: 1 })
  expect(data.list).toHaveLength(1)
  expect(await keeper.post('/staff/record/restore', { type: 'link', id: data.list[0].id })).toMatchObject({ code: 404 })
})
