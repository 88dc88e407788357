import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#api/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { applicant, awardDesks, entryBeforeExperts, handInEntry, openCall, projectOf } from '#test/support/awarding.ts'
import { signUp } from '#test/support/make.ts'

setUpSite()

let desks: Awaited<ReturnType<typeof awardDesks>>
beforeAll(async () => {
  desks = await awardDesks(site)
})

const today = dayOf(new Date())

describe('a company', () => {
  test('hands in a project, and formal review passes it to the experts', async () => {
    const called = await openCall(site)
    const by = await applicant(site)
    const { id, number } = await entryBeforeExperts(site, { by, called, reviewer: desks.reviewer })
    expect(number).toMatch(/^JL\d{4}-\d{6}$/)
    const { data } = await by.api.get('/award/list', { type: called.kind.code })
    expect(data.list).toMatchObject([{ id, status: 'scoring', canEdit: false, level: '一等奖', canWithdraw: true }])
    expect((await by.api.get('/award/message/list', { id })).data.total).toBeGreaterThan(0)
  })

  test('sees what is called for, with the days that are left, and begins with what is known', async () => {
    const { kind, call } = await openCall(site, { closesOn: addDays(today, 7) })
    const by = await applicant(site)
    const { data } = await by.api.get('/award/list')
    const shown = data.openTypes.find(({ callId }: { callId: number }) => callId === call.id)
    expect(shown).toMatchObject({ type: kind.code, year: call.year, daysLeft: 7, deadline: call.closesOn })
    const blank = await by.api.get('/award/getApply', { type: kind.code, year: call.year })
    expect(blank.data).toMatchObject({ apply: null, editable: true, hindrance: null })
    expect(blank.data.form.organisations[0]).toMatchObject({ name: by.orgName, creditCode: by.creditCode })
    expect(blank.data.form.contactMobile).toBe('13900000902')
  })

  test('keeps a draft as it is typed, complete or not, on any device', async () => {
    const { kind, call } = await openCall(site)
    const by = await applicant(site)
    const sent = { type: kind.id, year: call.year, form: { name: '半张草稿' }, action: 'save' }
    const { data } = await by.api.post('/award/applySubmit', { ...sent, type: String(kind.id) })
    const read = await by.api.get('/award/getApply', { id: data.id })
    expect(read.data.form).toMatchObject({ name: '半张草稿', contactName: '王芳' })
    const older = { id: data.id, version: data.version - 1, form: { name: '旧的' }, action: 'save' }
    expect((await by.api.post('/award/applySubmit', older)).code).toBe(409)
  })

  test('may put several projects forward, but begins one with two clicks at once', async () => {
    const { kind, call } = await openCall(site)
    const by = await applicant(site)
    const begin = () => by.api.post('/award/applySubmit', { type: kind.code, year: call.year, action: 'save' })
    const [one, two] = await Promise.all([begin(), begin()])
    expect(one.data.id).toBe(two.data.id)
    const named = { type: kind.code, year: call.year, form: { name: '第一项' }, action: 'save' }
    await by.api.post('/award/applySubmit', { ...named, id: one.data.id })
    expect((await begin()).data.id).not.toBe(one.data.id)
  })

  test('is told of everything that is wrong at once, by field and row', async () => {
    const called = await openCall(site)
    const by = await applicant(site)
    const { code, data } = await handInEntry(by, called, { name: '', persons: [{ name: '李' }] })
    expect(code).toBe(400)
    expect(Object.keys(data.fields)).toEqual(
      expect.arrayContaining(['name', 'persons.0.name', 'persons.0.organisation']),
    )
  })

  test('must hand in the application proof and the sealed form', async () => {
    const { kind, call } = await openCall(site)
    const by = await applicant(site)
    const given = { type: kind.code, year: call.year, form: projectOf(by), files: [], action: 'submit' }
    const { data } = await by.api.post('/award/applySubmit', given)
    expect(Object.keys(data.fields).sort()).toEqual(['proof', 'stampedForm'])
  })

  test('prints the form before it is handed in, as PDF and for Word', async () => {
    const { kind, call } = await openCall(site)
    const by = await applicant(site)
    const given = { type: kind.code, year: call.year, form: projectOf(by), action: 'save' }
    const { id } = (await by.api.post('/award/applySubmit', given)).data
    const pdf = await by.api.download('/award/download', { id, format: 'pdf' })
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const docx = await by.api.download('/award/download', { id, format: 'docx' })
    expect(docx.bytes.subarray(0, 2).toString()).toBe('PK')
  })

  test('cannot hand in the same project twice, nor for two awards of a year', async () => {
    const [called, other] = [await openCall(site), await openCall(site, {}, 'report')]
    const by = await applicant(site)
    const first = await handInEntry(by, called, { name: '冷凝式锅炉' })
    const again = await handInEntry(by, called, { name: '“冷凝式”锅炉' })
    expect(again).toMatchObject({ code: 409 })
    expect(again.msg).toContain(first.data.applyNo)
    const elsewhere = await handInEntry(by, other, {
      subType: 'testing',
      name: '冷凝式锅炉',
      reportNo: '1',
      object: '锅炉',
      standards: '国标',
      reportedOn: today,
    })
    expect(elsewhere.code).toBe(409)
    expect(elsewhere.msg).toContain('同一项目一年只能申报一个奖项')
  })

  test('that hands the same in twice at once has it once', async () => {
    const called = await openCall(site)
    const by = await applicant(site)
    const answers = await Promise.all([1, 2].map(() => handInEntry(by, called, { name: '同时提交的项目' })))
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
    const { data } = await by.api.get('/award/list', { type: called.kind.code, status: 'submitted' })
    expect(data.total).toBe(1)
  })

  test('takes it back, and throws a draft away for good', async () => {
    const called = await openCall(site)
    const by = await applicant(site)
    const handedIn = (await handInEntry(by, called)).data
    const back = await by.api.post('/award/withdraw', { id: handedIn.id, version: handedIn.version })
    expect(back.data.status).toBe('withdrawn')
    const { kind, call } = called
    const draft = await by.api.post('/award/applySubmit', { type: kind.code, year: call.year, action: 'save' })
    await by.api.post('/award/withdraw', { id: draft.data.id, version: draft.data.version })
    const { data } = await by.api.get('/award/list', { type: kind.code })
    expect(data.list.map(({ id }: { id: number }) => id)).toEqual([handedIn.id])
  })
})

test('a person applies, too; who has not said who they are is sent to do that first', async () => {
  const { kind, call } = await openCall(site, {}, 'paper')
  const person = await signUp(site, { accountType: 'person' })
  const given = { type: kind.code, year: call.year, action: 'save' }
  expect(await person.api.post('/award/applySubmit', given)).toMatchObject({
    code: 409,
    msg: '请先完善个人资料，再申报',
  })
})

test('nobody sees, writes, takes back or prints what another account put forward', async () => {
  const called = await openCall(site)
  const [by, other] = [await applicant(site), await applicant(site)]
  const { id } = (await handInEntry(by, called)).data
  for (const answer of [
    await other.api.get('/award/getApply', { id }),
    await other.api.get('/award/getAuditReason', { id }),
    await other.api.get('/award/message/list', { id }),
    await other.api.post('/award/applySubmit', { id, action: 'save' }),
    await other.api.post('/award/withdraw', { id, version: 1 }),
    await other.api.post('/award/download', { id }),
  ])
    expect(answer.code).toBe(404)
})

test('no call of awards knows of a fee', () => {
  const MONEY = /fee|price|amount|money|pay|invoice|receipt|费用|缴费|金额|收费/i
  const own = Object.entries(contract).filter(([key]) => key.includes('/award/') || key.includes('/award'))
  expect(own.length).toBeGreaterThan(20)
  for (const [key, { input, output }] of own) {
    const shapes = [input, output].map(one => JSON.stringify(namesIn(one)))
    expect(shapes.join(' '), key).not.toMatch(MONEY)
  }
})

/** Collects all field names of a schema, nested ones included. */
function namesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { shape, def } = schema as { shape?: Record<string, unknown>; def?: Record<string, unknown> }
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, inner]) => [name, ...namesIn(inner, seen)]),
    ...Object.values(def ?? {}).flatMap(inner => (inner === shape ? [] : namesIn(inner, seen))),
  ]
}
