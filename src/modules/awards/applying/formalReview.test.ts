import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { addWorkingDays } from '#lib/workingDays.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { applicant, awardDesks, handInEntry, openCall, projectOf } from '#test/support/awarding.ts'
import { calendar } from '#test/support/calendar.ts'
import { awardCall } from '../server/tables.ts'

setUpSite()

let desks: Awaited<ReturnType<typeof awardDesks>>
beforeAll(async () => {
  desks = await awardDesks(site)
})

const today = dayOf(new Date())
const close = (callId: number, closesOn = addDays(today, -1)) =>
  site.services.db.update(awardCall).set({ closesOn }).where(eq(awardCall.id, callId))

type Applied = Awaited<ReturnType<typeof applicant>>

async function sendBack(id: number, remarks: object[]) {
  const { data } = await desks.reviewer.get('/staff/review/detail', { id })
  const given = { id, version: data.version, action: 'return', opinion: '请补正', remarks }
  expect((await desks.reviewer.post('/staff/review/decide', given)).code).toBe(200)
}

/** Submits the returned entry again with its open fields, changed by `form`. */
async function mend(by: Applied, id: number, form: object) {
  const { data } = await by.api.get('/award/getApply', { id })
  return by.api.post('/award/applySubmit', {
    id,
    version: data.apply.version,
    form: { ...data.form, ...form },
    action: 'submit',
    answers: { innovation: '已补充' },
  })
}

describe('formal review', () => {
  test('returns a field, and only that is open until it is mended', async () => {
    const called = await openCall(site)
    const by = await applicant(site)
    const { id } = (await handInEntry(by, called)).data
    await sendBack(id, [{ field: 'innovation', text: '请写明指标' }])
    const { data } = await by.api.get('/award/getApply', { id })
    expect(data.openFields).toEqual(['innovation'])
    expect(data.auditReason).toMatchObject([{ field: 'innovation', text: '请写明指标' }])
    expect((await by.api.get('/award/getAuditReason', { id })).data).toMatchObject({
      status: 'returned',
      reason: '请补正',
      items: [{ field: 'innovation', reason: '请写明指标' }],
    })
    const mended = await mend(by, id, { innovation: '热效率提高 2 个百分点', name: '偷偷改的名称' })
    expect(mended.data.status).toBe('submitted')
    const after = (await by.api.get('/award/getApply', { id })).data
    expect(after.form.innovation).toBe('热效率提高 2 个百分点')
    expect(after.form.name).toBe(data.form.name)
  })

  test('reads what the register says, and how the lists stand to their limits', async () => {
    const called = await openCall(site)
    const by = await applicant(site)
    const { id } = (await handInEntry(by, called)).data
    const { data } = await desks.reviewer.get('/staff/review/detail', { id })
    const facts = data.aside.flatMap(({ facts }: { facts: object[] }) => facts)
    expect(facts).toContainEqual({ label: '人员', text: '2 / 9' })
    expect(facts).toContainEqual({ label: '登记名称', text: by.orgName })
  })
})

describe('after the deadline', () => {
  test('nothing new is handed in, and the draft is not written on', async () => {
    const { kind, call } = await openCall(site)
    const by = await applicant(site)
    const given = { type: kind.code, year: call.year, form: projectOf(by), action: 'save' }
    const { id } = (await by.api.post('/award/applySubmit', given)).data
    await close(call.id)
    const late = await by.api.post('/award/applySubmit', { id, files: filesOf(by), action: 'submit' })
    expect(late).toMatchObject({ code: 409, msg: expect.stringContaining('截止') })
    expect((await by.api.post('/award/applySubmit', given)).code).toBe(409)
    expect((await by.api.post('/award/applySubmit', { id, form: { name: '迟到' }, action: 'save' })).code).toBe(409)
    expect((await by.api.get('/award/getApply', { id })).data).toMatchObject({ editable: false })
  })

  test('what was sent back is mended within ten working days, and ends then by itself', async () => {
    const called = await openCall(site)
    const by = await applicant(site)
    const { id } = (await handInEntry(by, called)).data
    await close(called.call.id)
    await sendBack(id, [{ field: 'innovation', text: '请写明' }])
    const { data } = await by.api.get('/award/getApply', { id })
    expect(data.apply.deadline).toBe(addWorkingDays(calendar, today, 10))
    expect((await mend(by, id, { innovation: '已写明' })).data.status).toBe('submitted')
    await sendBack(id, [{ field: 'innovation', text: '再写明' }])
    await site.services.db
      .update(application)
      .set({ dueOn: addDays(today, -1) })
      .where(eq(application.id, id))
    const { log } = site.app
    await applyDeadlines({
      ...site.services,
      now: new Date(),
      actor: { kind: 'anonymous' },
      address: '',
      headers: {},
      log,
    })
    expect((await by.api.get('/award/getApply', { id })).data.apply.status).toBe('expired')
  })
})

const filesOf = ({ fileId }: Applied) => ['proof', 'stampedForm'].map(code => ({ code, fileId }))
