import excel from '@protobi/exceljs'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import { asStaff, signInAs, staffSession, staffWith } from '../../../../test/make.ts'
import {
  by,
  byName,
  expectNarrowed,
  expectNoOtherSort,
  expectSameRows,
  expectSorted,
  openRegister,
} from '../../../../test/registers.ts'
import { numberKey } from '../server/register.ts'
import { certificate } from '../server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
let staff: Awaited<ReturnType<typeof asStaff>>
let company: number
beforeAll(async () => {
  site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  staff = await asStaff(site, 'admin')
  const [of] = await site.services.db
    .select()
    .from(organisation)
    .where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
  company = of!.id
})
afterAll(() => site.close())

const today = dayOf(new Date())
const daysAgo = (days: number) => addDays(today, -days)
const detailOf = async (id: number) => (await staff.get('/staff/certificate/detail', { id })).data
const check = async (number: string, on?: string) =>
  (await site.get('/cert/verify', { number, ...(on && { on }) })).data

let serial = 7000
/** A certificate of its own for each test, issued so long ago. */
async function issued(days = 100, over: object = {}) {
  const given = { kindCode: 'QX01', levelCode: 'A', organisationId: company, issuedOn: daysAgo(days), ...over }
  const { code, msg, data } = await staff.post('/staff/certificate/issue', {
    number: `JL-${++serial}`,
    ...given,
  })
  if (code !== 200) throw new Error(msg)
  return detailOf(data.id)
}
const act = (of: { id: number; seen: number }, action: string, over: object = {}) => {
  const given = { id: of.id, seen: of.seen, action, effectiveOn: daysAgo(10), reason: '未按规定提交年度报告' }
  return staff.post('/staff/certificate/act', { ...given, ...over })
}

describe('the list', () => {
  const list = async (query: object) => (await staff.get('/staff/certificate/list', query as never)).data

  test('has all registers, published or not, newest first, and says what each is today', async () => {
    const { list: rows, total } = await list({ pageSize: 100 })
    expect(total).toBe(await site.services.db.$count(certificate))
    expect(new Set(rows.map((row: { register: string }) => row.register)).size).toBeGreaterThan(1)
    const days = rows.map((row: { issuedOn: string }) => row.issuedOn)
    expect(days).toEqual([...days].sort().reverse())
  })

  test.each([
    ['register', { register: 'membership' }, (row: Row) => row.register === 'membership'],
    ['kind', { kindCode: 'QX01' }, (row: Row) => row.kindName === '锅炉化学清洗单位'],
    ['state', { status: 'suspended' }, (row: Row) => row.status === 'suspended'],
    ['province', { provinceCode: '110000' }, (row: Row) => row.provinceName.startsWith('北京')],
    ['name', { key: '清源' }, (row: Row) => row.organisationName.includes('清源')],
    ['days', { issuedFrom: daysAgo(800), issuedTo: daysAgo(400) }, (row: Row) => row.issuedOn <= daysAgo(400)],
    ['end', { validTo: today }, (row: Row) => row.validTo !== null && row.validTo <= today],
  ])('is narrowed by %s, and only by it', async (_, query, fits) => {
    const { list: rows, total } = await list({ ...query, pageSize: 100 })
    const all = (await list({ pageSize: 100 })).list.filter(fits)
    expect(total).toBeGreaterThan(0)
    expect(rows.every(fits)).toBe(true)
    expect(rows.length).toBeGreaterThanOrEqual(all.length)
  })
  type Row = Record<'register' | 'kindName' | 'status' | 'provinceName' | 'organisationName' | 'issuedOn', string> & {
    validTo: string | null
  }

  test('a person is found by the whole name, and a certificate by part of its number', async () => {
    const [known] = await site.services.db
      .select()
      .from(certificate)
      .where(eq(certificate.register, 'personnel'))
      .limit(1)
    const byName = await list({ key: known!.holderName })
    expect(byName.list.map((row: { id: number }) => row.id)).toContain(known!.id)
    const byNumber = await list({ key: known!.number.slice(4, 12), pageSize: 100 })
    expect(byNumber.list.map((row: { id: number }) => row.id)).toContain(known!.id)
  })

  test('leaves as a workbook with exactly the rows of its filters, numbers as text', async () => {
    const { cookie } = await staffSession(site, 'admin')
    const url = '/api/staff/certificate/export?register=membership&status=valid'
    const response = await site.app.inject({ url, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    const book = new excel.Workbook()
    await book.xlsx.load(response.rawPayload as never)
    const sheet = book.worksheets[0]!
    const { total, list: rows } = await list({ register: 'membership', status: 'valid', pageSize: 100 })
    expect(sheet.rowCount).toBe(total + 1)
    expect(sheet.getRow(2).getCell(2).value).toBe(rows[0].number)
  })

  test('says in its workbook what it says on the screen', async () => {
    await expectSameRows(await openRegister(site, '/staff/certificate'), {})
  })

  test('is narrowed by each of its filters, to just those that fit', async () => {
    const catalogues: { groups: { code: string; name: string; kinds: { code: string }[] }[] }[] = (
      await staff.get('/staff/certificate/kinds')
    ).data
    const groups = catalogues.flatMap(one => one.groups)
    const group = groups.find(({ kinds }) => kinds.some(({ code }) => code === 'QX01'))!
    await expectNarrowed(await openRegister(site, '/staff/certificate'), [
      [{ key: '清源' }, row => `${row.holderName}${row.organisationName}`.includes('清源')],
      [{ groupCode: group.code }, row => row.groupName === group.name],
      [{ register: 'membership' }, row => row.register === 'membership'],
      [{ kindCode: 'QX01' }, row => row.kindName === '锅炉化学清洗单位'],
      [{ kindCode: 'QX01', levelCode: 'A' }, row => row.kindName === '锅炉化学清洗单位' && row.levelName === 'A级'],
      [{ status: 'suspended' }, row => row.status === 'suspended'],
      [{ provinceCode: '110000' }, row => row.provinceName === '北京'],
      [{ issuedFrom: daysAgo(500) }, row => row.issuedOn >= daysAgo(500)],
      [{ issuedTo: daysAgo(500) }, row => row.issuedOn <= daysAgo(500)],
      [{ validFrom: today }, row => row.validTo !== null && row.validTo >= today],
      [{ validTo: today }, row => row.validTo !== null && row.validTo <= today],
    ])
  })

  test('is sorted by any column that can be, on the screen and in the workbook; by others it is not', async () => {
    const certificates = await openRegister(site, '/staff/certificate')
    await expectSorted(
      certificates,
      { register: 'qualification' },
      {
        number: by(row => numberKey(row.number)),
        holderName: byName(row => row.holderName),
        provinceName: by(row => provinces.findIndex(({ short }) => short === row.provinceName)),
        issuedOn: by(row => row.issuedOn),
        validTo: by(row => row.validTo ?? '9999-12-31'),
      },
    )
    await expectNoOtherSort(certificates, '/staff/certificate')
  })

  test('is for those who keep certificates, and for nobody else', async () => {
    expect(
      (await (await asStaff(site, await staffWith(site, ['secretary']))).get('/staff/certificate/list')).code,
    ).toBe(200)
    for (const role of ['reviewer', 'cashier', 'editor'])
      expect((await (await asStaff(site, await staffWith(site, [role]))).get('/staff/certificate/list')).code).toBe(403)
    expect((await site.as(await signInAs(site, 'qingyuan')).get('/staff/certificate/list')).status).toBe(401)
  })
})

describe('issuing', () => {
  test('takes the next number of the series, the dates of the kind, and is seen by the public at once', async () => {
    const first = await issued(0, { number: null })
    const second = await issued(0, { number: null })
    const year = today.slice(0, 4)
    expect(first.number).toMatch(new RegExp(`^CBWA-QX01-A-${year}-\\d{4}$`))
    expect(Number(second.number.slice(-4))).toBe(Number(first.number.slice(-4)) + 1)
    expect(first).toMatchObject({ holderName: '北京清源锅炉清洗有限公司', issuedOn: today, validFrom: today })
    expect(await check(first.number)).toMatchObject({ today: { certStatus: 'valid' }, certNo: first.number })
  })

  test('a number that is taken is told, with whose it is, however it is written', async () => {
    const known = await issued()
    const again = { kindCode: 'QX01', levelCode: 'A', organisationId: company, issuedOn: today }
    const answer = await staff.post('/staff/certificate/issue', { ...again, number: known.number.replace('-', ' ') })
    expect(answer).toMatchObject({ code: 409, data: { fields: { number: expect.stringContaining('北京清源') } } })
  })

  test('of two that type the same number at once one gets it', async () => {
    const given = { kindCode: 'QX01', levelCode: 'A', organisationId: company, issuedOn: today, number: 'JL-同时-1' }
    const answers = await Promise.all([1, 2].map(() => staff.post('/staff/certificate/issue', given)))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  test('refuses a day to come, an unknown kind or level, a wrong holder and a term that runs backwards', async () => {
    const given = { kindCode: 'QX01', levelCode: 'A', organisationId: company, issuedOn: today }
    const faultOf = async (over: object) =>
      Object.keys((await staff.post('/staff/certificate/issue', { ...given, ...over })).data.fields)
    expect(await faultOf({ issuedOn: addDays(today, 1) })).toEqual(['issuedOn'])
    expect(await faultOf({ kindCode: 'XX99' })).toEqual(['kindCode'])
    expect(await faultOf({ levelCode: 'Z' })).toEqual(['levelCode'])
    expect(await faultOf({ organisationId: 999_999 })).toEqual(['organisationId'])
    expect(await faultOf({ validTo: daysAgo(1) })).toEqual(['validTo'])
    expect(await faultOf({ kindCode: 'HY-D', levelCode: '10' })).toEqual(['kindCode'])
  })

  test("a person's is shown to the public only with the person's consent", async () => {
    const [open] = await site.services.db.select().from(person).where(eq(person.name, '张伟'))
    const [kind] = (await staff.get('/staff/certificate/kinds')).data
      .find((one: { register: string }) => one.register === 'personnel')
      .groups.flatMap((group: { kinds: unknown[] }) => group.kinds)
    const given = { kindCode: kind.code, levelCode: kind.levels[0]?.code, personId: open!.id, issuedOn: today }
    const { data } = await staff.post('/staff/certificate/issue', given)
    expect((await detailOf(data.id)).isPublic).toBe(open!.publicConsentAt !== null)
    await site.services.db.update(person).set({ publicConsentAt: null }).where(eq(person.id, open!.id))
    const second = await staff.post('/staff/certificate/issue', given)
    expect((await detailOf(second.data.id)).isPublic).toBe(false)
    expect(await check(second.data.number)).toBeNull()
  })
})

describe('an act', () => {
  test('is seen by the public at once, from its own day on and not before', async () => {
    const of = await issued(100)
    expect((await act(of, 'suspended')).code).toBe(200)
    expect(await check(of.number, daysAgo(11))).toMatchObject({
      today: { certStatus: 'suspended' },
      on: { certStatus: 'valid' },
    })
    expect(await check(of.number, daysAgo(10))).toMatchObject({ on: { certStatus: 'suspended' } })
    expect((await check(of.number)).history.at(-1)).toMatchObject({
      event: 'suspended',
      reason: '未按规定提交年度报告',
    })

    const suspended = await detailOf(of.id)
    expect((await act(suspended, 'resumed', { effectiveOn: daysAgo(5), reason: '已补交' })).code).toBe(200)
    expect(await check(of.number, daysAgo(5))).toMatchObject({
      today: { certStatus: 'valid' },
      on: { certStatus: 'valid' },
    })
    expect(await check(of.number, daysAgo(6))).toMatchObject({ on: { certStatus: 'suspended' } })
  })

  test('is told to the holder and written in the log with its reason and by whom', async () => {
    const of = await issued()
    await act(of, 'revoked', { reason: '提供虚假材料' })
    const { db } = site.services
    const [told] = await db.select().from(message).where(eq(message.objectId, of.id)).orderBy(desc(message.id)).limit(1)
    expect(told!.content).toContain('提供虚假材料')
    const lines = await db.select().from(auditEvent).where(eq(auditEvent.objectId, of.id))
    expect(lines.find(({ action }) => action === 'certificate.revoked')).toMatchObject({
      actorName: 'admin',
      objectName: of.number,
      detail: { reason: '提供虚假材料' },
    })
    const { events, canDo } = await detailOf(of.id)
    expect(events.at(-1)).toMatchObject({ kindName: '撤销', reason: '提供虚假材料', actorName: expect.any(String) })
    expect(events.at(-1).actorName).not.toBe('')
    expect(canDo).toEqual(['corrected'])
  })

  test('of two colleagues at once one is done, and the other is told by whom and when', async () => {
    const of = await issued()
    const [one, two] = [await asStaff(site, 'admin'), await asStaff(site, await staffWith(site, ['secretary']))]
    const given = { id: of.id, seen: of.seen, effectiveOn: today, reason: '同时处理' }
    const answers = await Promise.all([
      one.post('/staff/certificate/act', { ...given, action: 'suspended' }),
      two.post('/staff/certificate/act', { ...given, action: 'cancelled' }),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 .+ 于 \d{4}-.+ 记“(暂停|注销)”/)
    expect((await detailOf(of.id)).events).toHaveLength(2)
  })

  test('needs a reason, a day that has come, a fitting state and the password typed just now', async () => {
    const of = await issued()
    expect((await act(of, 'suspended', { reason: ' ' })).data.fields).toHaveProperty('reason')
    expect((await act(of, 'suspended', { effectiveOn: addDays(today, 1) })).data.fields).toHaveProperty('effectiveOn')
    expect(await act(of, 'resumed')).toMatchObject({ code: 409, msg: expect.stringContaining('有效') })
    const { cookie } = await staffSession(site, await staffWith(site, ['secretary']))
    const { session } = await import('#modules/accounts/server/tables.ts')
    const { hashToken } = await import('#modules/accounts/server/sessions.ts')
    const tokenHash = hashToken(cookie.replace('staff=', ''))
    await site.services.db.update(session).set({ confirmedAt: null }).where(eq(session.tokenHash, tokenHash))
    const given = { id: of.id, seen: of.seen, action: 'suspended', effectiveOn: today, reason: '欠缴' }
    expect((await site.as({ cookie }).post('/staff/certificate/act', given)).code).toBe(428)
  })

  test("is not open on a member's certificate: that goes with the membership", async () => {
    const { list } = (await staff.get('/staff/certificate/list', { register: 'membership', status: 'valid' })).data
    const of = await detailOf(list[0].id)
    expect(of.canDo).toEqual(['corrected'])
    expect(await act(of, 'suspended')).toMatchObject({ code: 409, msg: expect.stringContaining('会员详情') })
  })
})

test('a replacement has a new number, and each of the two says which the other is', async () => {
  const old = await issued(100)
  const given = { id: old.id, seen: old.seen, issuedOn: daysAgo(3), reason: '单位更名' }
  const { data, code } = await staff.post('/staff/certificate/replace', given)
  expect(code).toBe(200)
  expect(data.number).not.toBe(old.number)
  const [before, after] = [await detailOf(old.id), await detailOf(data.id)]
  expect(before).toMatchObject({ status: 'replaced', successors: [data] })
  expect(after).toMatchObject({ status: 'valid', predecessor: { id: old.id, number: old.number }, scope: old.scope })
  expect(await check(old.number, daysAgo(4))).toMatchObject({
    on: { certStatus: 'valid' },
    today: { certStatus: 'replaced' },
    successors: [data.number],
  })
  expect(await check(data.number)).toMatchObject({ predecessors: [old.number] })
  expect((await staff.post('/staff/certificate/replace', { ...given, seen: before.seen })).code).toBe(409)
})

describe('a correction', () => {
  const correct = (of: { id: number; seen: number }, form: object) =>
    staff.post('/staff/certificate/correct', { id: of.id, seen: of.seen, form, effectiveOn: today, reason: '录入有误' })

  test('shows what the certificate said and says, here and on the public check page', async () => {
    const of = await issued()
    expect(
      (await correct(of, { scope: '额定压力 3.8 MPa 以下的锅炉', organisationName: '北京清源锅炉服务有限公司' })).code,
    ).toBe(200)
    const changes = [
      { label: '单位名称', before: '北京清源锅炉清洗有限公司', after: '北京清源锅炉服务有限公司' },
      { label: '范围', before: of.scope, after: '额定压力 3.8 MPa 以下的锅炉' },
    ]
    expect((await detailOf(of.id)).events.at(-1)).toMatchObject({ kind: 'corrected', changes })
    const shown = await check(of.number)
    expect(shown).toMatchObject({ holderName: '北京清源锅炉服务有限公司', today: { certStatus: 'valid' } })
    expect(shown.history.at(-1)).toMatchObject({ event: 'corrected', changes, reason: '录入有误' })
    const found = (await staff.get('/staff/certificate/list', { key: '清源锅炉服务' })).data
    expect(found.list.map((row: { id: number }) => row.id)).toContain(of.id)
  })

  test('of dates moves what it was on a day', async () => {
    const of = await issued(100)
    expect(await check(of.number, daysAgo(50))).toMatchObject({ on: { certStatus: 'valid' } })
    await correct(of, { validFrom: daysAgo(20) })
    expect(await check(of.number, daysAgo(50))).toMatchObject({ on: { certStatus: 'notYet' } })
  })

  test('that changes nothing, or is wrong, is refused, and nothing is written', async () => {
    const of = await issued()
    expect(await correct(of, { scope: of.scope })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('没有改动'),
    })
    expect((await correct(of, { creditCode: '123' })).data.fields).toHaveProperty('creditCode')
    expect((await correct(of, { validTo: daysAgo(500) })).data.fields).toHaveProperty('validTo')
    expect((await detailOf(of.id)).events).toHaveLength(1)
  })
})
