import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { type Company, detailOf, form, leave, setUpPeople, tokenOf, withAccount } from '#test/setups/people.ts'
import { site, today } from '#test/setups/site.ts'
import { asStaff, PASSWORD } from '#test/support/make.ts'
import { staffed } from '#test/support/staffed.ts'
import { certificate } from '../certificates/server/tables.ts'
import { remindOfExpiry } from '../members/server/reminding/reminders.ts'
import { employment } from '../members/server/tables.ts'
import { creditHours } from './server/studyHours.ts'
import { studyHours } from './server/tables.ts'

setUpPeople()

describe('somebody leaves', () => {
  test('the certificates that then lack people are named, before and after, and the company is warned', async () => {
    const company = await staffed(site, 'WB1')
    const people: number[] = []
    for (let i = 0; i < 3; i++) people.push(await company.employ('技师', { validTo: addDays(today, 700) }))
    await company.hold('FW02', 'C')
    const warning = expect.stringMatching(/^该人员离开后，.+ 将缺 1 名持证人员$/)
    expect((await detailOf(company, people[0]!)).ifLeft).toEqual([warning])
    expect((await leave(company, people[0]!)).data.lacks).toEqual([warning])
    const staff = await asStaff(site, 'admin')
    const { list } = (await staff.get('/staff/qualification/shortfall/list', { key: company.name })).data
    expect(list).toMatchObject([{ sentence: '持证人员需要 3 名，现有 2 名', state: 'short' }])
    const { data } = await company.get('/member/message/list')
    expect(data.list.map((row: { title: string }) => row.title)).toContainEqual(expect.stringContaining('资质条件不足'))
    expect((await company.get('/person/detail', { id: people[0]! })).code).toBe(404)
    expect((await company.get('/person/stat')).data).toMatchObject({ persons: 2, valid: 2 })
    const seen = (await staff.get('/staff/person/detail', { id: people[0]! })).data
    expect(seen.employments).toMatchObject([{ organisationName: company.name, toDay: today, reason: '离职' }])
  })

  test('on a day between arrival and today, for a reason', async () => {
    const company = await staffed(site)
    const { data } = await company.post('/person/add', { form: form({ fromDay: addDays(today, -10) }) })
    for (const over of [{ day: addDays(today, 1) }, { day: addDays(today, -11) }, { reason: 'fired' }, { day: '' }]) {
      const { code, data: said } = await leave(company, data.id, over)
      expect([code, Object.keys(said.fields)]).toEqual([400, [Object.keys(over)[0]]])
    }
    expect((await leave(company, data.id, { day: addDays(today, -2), reason: 'other', note: '项目结束' })).code).toBe(
      200,
    )
    const [row] = await site.services.db.select().from(employment).where(eq(employment.personId, data.id))
    expect(row).toMatchObject({ toDay: addDays(today, -2), ended: 'company', endReason: '其他：项目结束' })
  })

  test('and takes the certificates along: their ends are in the calendar of the next employer', async () => {
    const [former, next] = [await staffed(site), await staffed(site)]
    const given = form()
    const { data } = await former.post('/person/add', { form: given })
    await former.certify(data.id, { validTo: addDays(today, 80) })
    const [held] = await site.services.db.select().from(certificate).where(eq(certificate.personId, data.id))
    const isIn = async (company: Company) => {
      const headers = { token: await tokenOf(company), 'sec-fetch-site': 'same-origin' }
      const { body } = await site.app.inject({ method: 'GET', url: '/api/member/calendar', headers })
      return body.replace(/\r\n /g, '').includes(held!.number)
    }
    expect([await isIn(former), await isIn(next)]).toEqual([true, false])
    await leave(former, data.id)
    const { name, idType, idNumber } = given
    await next.post('/person/takeover', { form: { name, idType, idNumber, fromDay: today } })
    expect([await isIn(former), await isIn(next)]).toEqual([false, true])
    await remindOfExpiry({ ...site.services, now: new Date() })
    const titlesOf = async (company: Company) =>
      (await company.get('/member/message/list')).data.list.map(({ title }: { title: string }) => title)
    expect(await titlesOf(next)).toContainEqual(expect.stringContaining('天到期'))
    expect(await titlesOf(former)).not.toContainEqual(expect.stringContaining('天到期'))
  })

  test('for good: with the account goes where somebody worked and what was learnt', async () => {
    const company = await staffed(site)
    const one = await withAccount(company)
    const credit = { personId: one.id, title: '宣贯班', hours: 8, earnedOn: today, courseId: null }
    await creditHours({ db: site.services.db, now: new Date() }, [credit])
    const headers = { token: one.token, 'sec-fetch-site': 'same-origin' }
    const { body } = await site.app.inject({ method: 'GET', url: '/api/member/privacy/export', headers })
    expect(body).toContain(company.name)
    expect(body).toContain('宣贯班')
    expect((await one.api.post('/member/privacy/delete', { password: PASSWORD })).code).toBe(200)
    const rows = [employment, studyHours].map(table => site.services.db.$count(table, eq(table.personId, one.id)))
    expect(await Promise.all(rows)).toEqual([0, 0])
    expect((await company.get('/person/list')).data.total).toBe(0)
  })

  test('and is told so, where there is an account', async () => {
    const company = await staffed(site)
    const one = await withAccount(company)
    await leave(company, one.id)
    expect((await one.api.get('/member/message/list')).data.list[0]).toMatchObject({
      title: `您不再列入${company.name}的人员`,
    })
  })
})

describe('继续教育学时', () => {
  test('count within the validity of a certificate, for its kind or for all', async () => {
    const company = await staffed(site)
    const personId = await company.employ('工程师', { validFrom: addDays(today, -300), validTo: addDays(today, 900) })
    const credit = { personId, title: '宣贯班', hours: 8, earnedOn: addDays(today, -20), courseId: null }
    await creditHours({ db: site.services.db, now: new Date() }, [
      { ...credit, certificateKind: null },
      { ...credit, certificateKind: 'HQ2', hours: 4.5 },
      { ...credit, certificateKind: 'SJ1' },
      { ...credit, certificateKind: null, earnedOn: addDays(today, -400) },
    ])
    const { data } = await company.get('/person/cert/list', { personId })
    expect(data.list).toMatchObject([{ hours: 12.5, hoursNeeded: 24 }])
    const of = await detailOf(company, personId)
    expect(of.study).toHaveLength(4)
    expect(of.study[0]).toMatchObject({ title: '宣贯班' })
    expect(of.certs).toMatchObject([{ hours: 12.5, hoursNeeded: 24 }])
    const seen = (await (await asStaff(site, 'admin')).get('/staff/person/detail', { id: personId })).data
    expect(seen.held).toMatchObject([{ number: of.certs[0].certNo, hours: 12.5, hoursNeeded: 24 }])
  })

  test('of a course are credited once, however often it is finished; the last time counts', async () => {
    const company = await staffed(site)
    const [one, two] = [await company.employ('工程师'), await company.employ('工程师')]
    const credit = (personId: number, hours: number) => ({
      personId,
      title: '研修班',
      hours,
      earnedOn: today,
      courseId: 7,
    })
    const ctx = { db: site.services.db, now: new Date() }
    await Promise.all([creditHours(ctx, [credit(one!, 8)]), creditHours(ctx, [credit(one!, 8), credit(two!, 8)])])
    await creditHours(ctx, [credit(one!, 6)])
    await creditHours(ctx, [])
    const rows = await site.services.db.select().from(studyHours).where(eq(studyHours.courseId, 7))
    expect(rows.map(({ personId, hours }) => [personId, hours]).sort()).toEqual([
      [one, 6],
      [two, 8],
    ])
    expect((await detailOf(company, one!)).hoursThisYear).toBe(6)
  })
})
