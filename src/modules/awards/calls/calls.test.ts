import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { anAward, applicant, awardDesks, handInEntry, openCall } from '#test/support/awarding.ts'
import { asStaff, putFile, staffSession, staffWith } from '#test/support/make.ts'
import { awardCall } from '../server/tables.ts'
import { closeDueCalls } from './server/callActs.ts'
import { remindOfCalls } from './server/callNotifications.ts'
import { isOpen } from './server/openCalls.ts'

setUpSite()

let desks: Awaited<ReturnType<typeof awardDesks>>
beforeAll(async () => {
  desks = await awardDesks(site)
})

const today = dayOf(new Date())
const year = Number(today.slice(0, 4))
const office = async () => asStaff(site, await staffWith(site, ['awards']))
/** Context of a job that runs at the given time. */
const at = (now: Date): Ctx => ({
  ...site.services,
  now,
  actor: { kind: 'anonymous' },
  address: '',
  headers: {},
  log: site.app.log as never,
})
const days = { opensOn: addDays(today, -1), closesOn: addDays(today, 20) }

describe('an award', () => {
  test('is kept by the award office alone', async () => {
    const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
    expect((await reviewer.get('/staff/record/list', { type: 'awardKind' })).code).toBe(403)
    expect((await desks.awards.get('/staff/record/list', { type: 'awardKind' })).code).toBe(200)
  })

  test('scores a hundred points, and knows no code twice', async () => {
    const kind = await anAward(site)
    const { data } = await desks.awards.get('/staff/award/kind/detail', { id: kind.id })
    const save = (form: object) =>
      desks.awards.post('/staff/record/save', {
        type: 'awardKind',
        id: kind.id,
        version: data.version,
        form: { ...data.values, ...form },
      })
    const criteria = data.values.criteria.slice(1)
    expect((await save({ criteria })).data.fields.criteria).toBe('各项满分合计应为 100 分，现在是 70 分')
    const levels = [...data.values.levels, { code: 'first', name: '又一个一等奖' }]
    expect((await save({ levels })).data.fields).toHaveProperty('levels.4.code')
  })

  test('that changes leaves the calls alone that have copied it', async () => {
    const { kind, call } = await openCall(site)
    const { data } = await desks.awards.get('/staff/award/kind/detail', { id: kind.id })
    const form = { ...data.values, groups: [] }
    const saved = await desks.awards.post('/staff/record/save', {
      type: 'awardKind',
      id: kind.id,
      version: data.version,
      form,
    })
    expect(saved.code).toBe(200)
    const shown = await desks.awards.get('/staff/award/call/detail', { id: call.id })
    expect(shown.data.values.groups).toHaveLength(7)
    const second = await desks.awards.post('/staff/record/save', {
      type: 'awardKind',
      id: kind.id,
      version: data.version,
      form,
    })
    expect(second).toMatchObject({ code: 409, msg: expect.stringMatching(/已由 .+ 修改/) })
  })

  test('that was called for is not deleted', async () => {
    const { kind } = await openCall(site)
    const { data } = await desks.awards.get('/staff/award/kind/detail', { id: kind.id })
    const { code, msg } = await desks.awards.post('/staff/record/remove', {
      type: 'awardKind',
      id: kind.id,
      version: data.version,
    })
    expect([code, msg]).toEqual([409, expect.stringContaining('1 份申报通知')])
  })
})

describe('a call', () => {
  test('goes from draft to published, and members see it then', async () => {
    const [kind, staff] = [await anAward(site), await office()]
    const created = await staff.post('/staff/award/call/create', { kindId: kind.id, year, ...days })
    expect(created.data.status).toBe('draft')
    const again = await staff.post('/staff/award/call/create', { kindId: kind.id, year, ...days })
    expect(again).toMatchObject({ code: 409, msg: `${year} 年度的${kind.name}已有申报通知` })
    const by = await applicant(site)
    const asked = { type: kind.code, year }
    expect((await by.api.get('/award/getApply', asked)).code).toBe(404)
    const { id, version } = created.data
    expect((await staff.post('/staff/award/call/publish', { id, version })).data.statusName).toBe('申报中')
    expect((await by.api.get('/award/getApply', asked)).data.editable).toBe(true)
    expect((await staff.post('/staff/award/call/publish', { id, version })).code).toBe(409)
  })

  test('takes over what an earlier one asked for', async () => {
    const { kind, call } = await openCall(site, { year: year - 1, leastScores: 5, hidesApplicants: true })
    const made = await desks.awards.post('/staff/award/call/create', { kindId: kind.id, year, ...days, from: call.id })
    const { data } = await desks.awards.get('/staff/award/call/detail', { id: made.data.id })
    expect(data.values).toMatchObject({ leastScores: 5, hides: 'yes', title: expect.stringContaining(String(year)) })
  })

  test('keeps its rules once something was handed in, and its days once it is published', async () => {
    const called = await openCall(site)
    const { id } = called.call
    const staff = await office()
    const save = async (form: object) => {
      const { data } = await staff.get('/staff/award/call/detail', { id })
      return staff.post('/staff/award/call/save', { id, version: data.version, form })
    }
    expect(
      (
        await save({
          groups: [
            { code: '01', name: '唯一的组' },
            { code: '05', name: '节能' },
          ],
        })
      ).code,
    ).toBe(200)
    expect((await save({ closesOn: addDays(today, 90) })).data.fields.closesOn).toContain('延长')
    await handInEntry(await applicant(site), called)
    expect((await save({ groups: [] })).data.fields.groups).toBe('已有申报，规则不能再改')
    expect((await save({ title: '改了标题的通知' })).code).toBe(200)
    const { data } = await staff.get('/staff/award/call/detail', { id })
    expect(data).toMatchObject({ entries: 1, rulesLocked: expect.any(String), title: '改了标题的通知' })
    expect(data.byGroup).toContainEqual({ code: '05', name: '节能', count: 1 })
  })

  test('is withdrawn while nobody has begun, and not after', async () => {
    const { kind, call } = await openCall(site)
    const by = await applicant(site)
    const withdraw = async () => {
      const { data } = await desks.awards.get('/staff/award/call/detail', { id: call.id })
      return desks.awards.post('/staff/award/call/withdraw', { id: call.id, version: data.version })
    }
    await by.api.post('/award/applySubmit', { type: kind.code, year: call.year, action: 'save' })
    expect((await withdraw()).code).toBe(409)
    const other = await openCall(site)
    const { data } = await desks.awards.get('/staff/award/call/detail', { id: other.call.id })
    const done = await desks.awards.post('/staff/award/call/withdraw', { id: other.call.id, version: data.version })
    expect(done.data.status).toBe('draft')
  })

  test('is prolonged with a reason that whoever is filling in is told', async () => {
    const { kind, call } = await openCall(site, { closesOn: addDays(today, 2) })
    const [by, idle] = [await applicant(site), await applicant(site)]
    await by.api.post('/award/applySubmit', { type: kind.code, year: call.year, action: 'save' })
    const staff = await office()
    const given = { id: call.id, version: call.version, closesOn: addDays(today, 12), reason: '应会员单位要求' }
    expect((await staff.post('/staff/award/call/prolong', { ...given, closesOn: today })).code).toBe(400)
    expect((await staff.post('/staff/award/call/prolong', { ...given, reason: '' })).code).toBe(400)
    expect((await staff.post('/staff/award/call/prolong', given)).code).toBe(200)
    const told = (await by.api.get('/award/message/list')).data.list[0]
    expect(told.content).toContain('应会员单位要求')
    expect((await idle.api.get('/award/message/list')).data.total).toBe(0)
  })

  test('ends at midnight in Shanghai, wherever the server stands', async () => {
    const { call } = await openCall(site, { closesOn: '2026-05-31', opensOn: '2026-05-01' })
    const last = new Date('2026-05-31T23:59:59+08:00')
    const after = new Date('2026-06-01T00:00:00+08:00')
    const zone = process.env.TZ
    for (const TZ of ['Asia/Shanghai', 'America/New_York']) {
      process.env.TZ = TZ
      expect([isOpen({ now: last }, call), isOpen({ now: after }, call)]).toEqual([true, false])
    }
    process.env.TZ = zone
    const stateOf = async () =>
      (await site.services.db.select().from(awardCall).where(eq(awardCall.id, call.id)))[0]!.state
    await closeDueCalls(at(last))
    expect(await stateOf()).toBe('published')
    await closeDueCalls(at(after))
    expect(await stateOf()).toBe('closed')
  })

  test('reminds whoever has a draft three days before, once', async () => {
    const { kind, call } = await openCall(site, { closesOn: addDays(today, 3) })
    const by = await applicant(site)
    await by.api.post('/award/applySubmit', { type: kind.code, year: call.year, action: 'save' })
    await remindOfCalls(at(new Date()))
    await remindOfCalls(at(new Date()))
    const told = await site.services.db.select().from(message).where(eq(message.objectId, call.id)).orderBy(message.id)
    expect(told.filter(({ title }) => title === `申报即将截止：${call.title}`)).toHaveLength(1)
  })

  test('of which two change something at once tells the second who was first', async () => {
    const { call } = await openCall(site)
    const staff = await office()
    const given = { id: call.id, version: call.version }
    const answers = await Promise.all(
      ['甲', '乙'].map(title => staff.post('/staff/award/call/save', { ...given, form: { title: `通知${title}` } })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  test('shows its template to everybody', async () => {
    const { kind, call } = await openCall(site)
    const cookie = await staffSession(site, await staffWith(site, ['awards']))
    const templateId = await putFile(
      site,
      { ...cookie, 'sec-fetch-site': 'same-origin' },
      '申报书样式.png',
      undefined,
      'document',
    )
    const saved = await site
      .as(cookie)
      .post('/staff/award/call/save', { id: call.id, version: call.version, templateId })
    expect(saved.code).toBe(200)
    const by = await applicant(site)
    const { data } = await by.api.get('/award/getApply', { type: kind.code, year: call.year })
    expect((await site.app.inject({ url: data.call.template.url })).statusCode).toBe(200)
  })
})

describe('entries', () => {
  test('are listed by call, group and state; drafts are nobody else’s', async () => {
    const called = await openCall(site)
    const by = await applicant(site)
    await handInEntry(by, called, { name: '列表里的项目' })
    await by.api.post('/award/applySubmit', { type: called.kind.code, year: called.call.year, action: 'save' })
    const list = async (filter: object) =>
      (await desks.awards.get('/staff/award/entry/list', { callId: called.call.id, ...filter })).data
    expect((await list({})).list).toMatchObject([
      { name: '列表里的项目', applicant: by.orgName, groupName: '节能环保' },
    ])
    expect((await list({ group: '01' })).total).toBe(0)
    expect((await list({ status: 'submitted', key: '列表里' })).total).toBe(1)
    expect((await list({ key: '100%_' })).total).toBe(0)
  })

  test('show personal numbers in part, and leave them out of the workbook', async () => {
    const called = await openCall(site)
    await handInEntry(await applicant(site), called)
    const { data } = await desks.awards.get('/staff/award/entry/list', { callId: called.call.id })
    const { data: shown } = await desks.awards.get('/staff/award/entry/detail', { id: data.list[0].id })
    expect(JSON.stringify(shown)).not.toContain('13900000911')
    expect(shown.form.contactMobile).toBe('139****0911')
    const cookie = await staffSession(site, await staffWith(site, ['awards']))
    const read = (url: string) => site.app.inject({ url, headers: { ...cookie, 'sec-fetch-site': 'same-origin' } })
    const book = await read(`/api/staff/award/entry/export?callId=${called.call.id}`)
    expect(book.headers['content-disposition']).toContain('xlsx')
    expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
    const zip = await read(`/api/staff/award/entry/materials?callId=${called.call.id}`)
    expect(zip.rawPayload.toString('latin1').split('PK\x03\x04')).toHaveLength(3)
  })
})
