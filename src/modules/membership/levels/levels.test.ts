import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { startApp } from '#test/support/app.ts'
import { putFile, signUpComplete, staffSession, staffWith } from '#test/support/make.ts'

// An association of elevators, which begins with nothing: no demo data are loaded.
let site: Awaited<ReturnType<typeof startApp>>
let staff: ReturnType<typeof site.as>
let reviewer: typeof staff
let cashier: typeof staff
let company: Awaited<ReturnType<typeof signUpComplete>>

beforeAll(async () => {
  site = await startApp()
  const as = async (role: string) => site.as(await staffSession(site, await staffWith(site, [role])))
  staff = await as('secretary')
  reviewer = await as('reviewer')
  cashier = await as('cashier')
  company = await signUpComplete(site)
})
afterAll(() => site.close())

const YEAR = Number(dayOf(new Date()).slice(0, 4))
const LEVEL = {
  name: '维保单位会员',
  code: 10,
  kind: 'organisation',
  state: 'open',
  fee: 1200,
  changes: [],
  votes: 1,
  condition: '持有电梯维保许可',
  advertDays: 0,
  trainingSeats: 2,
}

const levels = async () => (await staff.get('/staff/level/list')).data
const level = async (name: string) => (await levels()).list.find((row: { name: string }) => row.name === name)
const change = async (name: string, form: object) => {
  const { id, version, values } = await level(name)
  return staff.post('/staff/level/save', { id, version, form: { ...values, ...form } })
}
const setJoining = async (form: object) => {
  const [{ id, version, values }] = (await staff.get('/staff/record/list', { type: 'joiningRule' })).data.list
  return staff.post('/staff/record/save', { type: 'joiningRule', id, version, form: { ...values, ...form } })
}
const apply = async (form: object) => {
  const { data } = await company.api.get('/member/getApply1')
  return company.api.post('/member/apply1Submit', {
    id: data.applyId ?? undefined,
    version: data.version ?? undefined,
    form: { ...data.form, levelCode: '10', agreeCharter: true, agreeTruth: true, ...form },
    action: 'submit',
  })
}
const decide = async (id: number, by = reviewer, path = '/staff/review/decide') => {
  const { data } = await by.get('/staff/review/detail', { id })
  return by.post(path, { id, version: data.version, action: 'pass' })
}

describe('levels of membership', () => {
  test('are none at first, and nobody can apply', async () => {
    expect((await levels()).list).toEqual([])
    expect((await company.api.get('/member/membership')).data.levels).toEqual([])
  })

  test('are written by staff, with all that is wrong said at once', async () => {
    const wrong = { ...LEVEL, name: '', code: 0, numberPrefix: '小写', changes: [{ fromYear: YEAR + 1 }] }
    const refused = await staff.post('/staff/level/save', { form: wrong })
    expect(Object.keys(refused.data.fields).sort()).toEqual(['changes.0.amount', 'code', 'name', 'numberPrefix'])
    expect((await staff.post('/staff/level/save', { form: LEVEL })).code).toBe(200)
    expect((await company.api.get('/member/membership')).data.levels).toMatchObject([
      { code: 10, name: '维保单位会员', fee: 1200, condition: '持有电梯维保许可' },
    ])
  })

  test('have one name and one code each', async () => {
    const twice = await staff.post('/staff/level/save', { form: LEVEL })
    expect(twice.data.fields).toMatchObject({
      name: expect.stringMatching(/已有/),
      code: expect.stringMatching(/已用于/),
    })
  })

  test('of two who change one at once the second is told', async () => {
    const { id, version, values } = await level('维保单位会员')
    const answers = await Promise.all(
      [3, 4].map(votes => staff.post('/staff/level/save', { id, version, form: { ...values, votes } })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  test('are kept by who keeps the members, after the password was typed', async () => {
    expect(await cashier.post('/staff/level/save', { form: { ...LEVEL, code: 11 } })).toMatchObject({ code: 403 })
    expect(await cashier.get('/staff/level/list')).toMatchObject({ code: 403 })
  })
})

describe('joining', () => {
  let applyId: number

  test('asks for what the association wants, and goes its way', async () => {
    const wrong = {
      materials: [{ code: '1', name: '许可', required: true, max: 1 }],
      fields: [{ code: 'F1', label: '数量', kind: 'choice' }],
    }
    expect(Object.keys((await setJoining(wrong)).data.fields).sort()).toEqual([
      'fields.0.code',
      'fields.0.options',
      'materials.0.code',
    ])
    const set = await setJoining({
      condition: '在本市从事电梯业务',
      steps: ['fee'],
      firstYear: 'month',
      materials: [{ code: 'permit', name: '电梯维保许可证', required: true, max: 2, hint: '' }],
      fields: [{ code: 'F01', label: '在保电梯数量', section: '电梯业务', kind: 'number', required: true, unit: '台' }],
    })
    expect(set.code).toBe(200)
    expect((await company.api.get('/member/membership')).data.joining).toEqual({
      condition: '在本市从事电梯业务',
      steps: ['缴纳会费'],
      stages: ['fee'],
    })
  })

  test('says what is missing of the own field and the own material', async () => {
    expect((await apply({})).data.fields).toMatchObject({ F01: expect.stringMatching(/在保电梯数量/) })
    const { data } = await company.api.get('/member/application/form', { kind: 'membership' })
    expect(data.materials.map(({ name }: { name: string }) => name)).toEqual(['电梯维保许可证'])
  })

  test('is reviewed once, paid for the months that are left, and then is a membership', async () => {
    const fileId = await putFile(site, company.token, '许可证.png')
    const form = await company.api.get('/member/application/form', { kind: 'membership' })
    const handed = await company.api.post('/member/application/submit', {
      kind: 'membership',
      version: form.data.version ?? undefined,
      id: form.data.id ?? undefined,
      form: { ...form.data.form, levelCode: '10', agreeCharter: true, agreeTruth: true, F01: 380 },
      files: [{ code: 'permit', fileId }],
    })
    expect(handed).toMatchObject({ code: 200 })
    applyId = handed.data.id
    expect((await decide(applyId)).code).toBe(200)
    const { data } = await company.api.get('/member/getApply2')
    const months = 13 - Number(dayOf(new Date()).slice(5, 7))
    expect(data).toMatchObject({ status: 'unpaid', fee: { year: YEAR, amount: 100 * months } })
  })

  test('a step in which an application stands is not taken away', async () => {
    expect((await setJoining({ steps: [] })).data.fields.steps).toMatch(/1 份申请/)
  })

  test('ends with the payment, under a number and a level of its own', async () => {
    const { data } = await company.api.get('/member/getApply2')
    const slipId = await putFile(site, company.token, '回单.png')
    const receipt = {
      paidOn: dayOf(new Date()),
      payer: '电梯公司',
      receiptTitle: '电梯公司',
      receiptEmail: 'a@example.com',
      slipId,
    }
    const paid = await company.api.post('/member/apply2Submit', {
      applyId,
      version: data.version,
      receipt,
      action: 'submit',
    })
    expect(paid).toMatchObject({ code: 200 })
    expect((await decide(applyId, cashier, '/staff/fee/confirm')).code).toBe(200)
    expect((await company.api.get('/member/membership')).data.member).toMatchObject({
      levelName: '维保单位会员',
      status: 'active',
      feePaidYear: YEAR,
    })
  })
})

describe('a fee that changes', () => {
  test('never rewrites what was raised', async () => {
    expect((await change('维保单位会员', { fee: 1500 })).data.fields.fee).toMatch(`${YEAR} 年度的会费已按 1,200 元生成`)
    const now = [{ fromYear: YEAR, amount: 1500 }]
    expect((await change('维保单位会员', { changes: now })).data.fields.changes).toMatch(
      `从 ${YEAR + 1} 年或更晚起调整`,
    )
    expect((await change('维保单位会员', { kind: 'person' })).data.fields.kind).toMatch(/已有会员/)
    expect((await change('维保单位会员', { code: 12 })).data.fields.code).toMatch(/不能再改/)
  })

  test('counts from the year that was said: this year, receipts and reports stay', async () => {
    expect((await change('维保单位会员', { changes: [{ fromYear: YEAR + 1, amount: 1500 }] })).code).toBe(200)
    expect(await level('维保单位会员')).toMatchObject({ fee: 1200, nextFee: { fromYear: YEAR + 1, amount: 1500 } })
    const [told] = (await cashier.get('/staff/message/list', { pageSize: 1 })).data.list
    expect(told).toMatchObject({
      title: '维保单位会员的会费标准已变更',
      content: expect.stringContaining(`每年 1,200 元，${YEAR + 1} 年起 1,500 元`),
    })
    const ahead = async (year: number) => (await cashier.get('/staff/fee/raise', { year })).data
    expect(await ahead(YEAR)).toMatchObject({ count: 0, already: 1 })
    expect(await ahead(YEAR + 1)).toMatchObject({ count: 1, amount: 1500 })
    const raised = await cashier.post('/staff/fee/raise', { year: YEAR + 1, dueOn: `${YEAR + 1}-03-31`, expected: 1 })
    expect(raised).toMatchObject({ code: 200, data: { count: 1 } })
    const fees = (await company.api.get('/member/membership')).data.fees
    expect(fees.map(({ year, amount }: { year: number; amount: number }) => [year, amount])).toEqual([
      [YEAR + 1, 1500],
      [YEAR, 100 * (13 - Number(dayOf(new Date()).slice(5, 7)))],
    ])
  })

  test('a level that has members is retired, not deleted: it is offered no more and keeps its name', async () => {
    const { id, version, uses } = await level('维保单位会员')
    expect(uses).toBe(3)
    expect(await staff.post('/staff/level/remove', { id, version })).toMatchObject({ code: 409 })
    expect((await change('维保单位会员', { state: 'retired' })).code).toBe(200)
    const other = await signUpComplete(site)
    expect((await other.api.get('/member/membership')).data.levels).toEqual([])
    expect((await company.api.get('/member/membership')).data.member.levelName).toBe('维保单位会员')
  })
})
