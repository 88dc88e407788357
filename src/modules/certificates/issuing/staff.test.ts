import excel from '@protobi/exceljs'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { person } from '#modules/members/server/tables.ts'
import { check, company, daysAgo, detailOf, issued, setUpCertificateDesk, staff } from '#test/setups/certificateDesk.ts'
import { site, today } from '#test/setups/site.ts'
import { asStaff, signInAs, staffSession, staffWith } from '#test/support/make.ts'
import * as registers from '#test/support/registers.ts'
import { numberKey } from '../server/register.ts'
import { certificate } from '../server/tables.ts'

setUpCertificateDesk()

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
    await registers.expectSameRows(await registers.openRegister(site, '/staff/certificate'), {})
  })

  test('is narrowed by each of its filters, to just those that fit', async () => {
    const catalogues: { groups: { code: string; name: string; kinds: { code: string }[] }[] }[] = (
      await staff.get('/staff/certificate/kinds')
    ).data
    const groups = catalogues.flatMap(one => one.groups)
    const group = groups.find(({ kinds }) => kinds.some(({ code }) => code === 'QX01'))!
    await registers.expectNarrowed(await registers.openRegister(site, '/staff/certificate'), [
      [{ key: '清源' }, row => `${row.holderName}${row.organisationName}`.includes('清源')],
      [{ groupCode: group.code }, row => row.groupName === group.name],
      [{ register: 'membership' }, row => row.register === 'membership'],
      [{ kindCode: 'QX01' }, row => row.kindName === '锅炉化学清洗单位'],
      [{ kindCode: 'QX01', levelCode: 'A' }, row => row.kindName === '锅炉化学清洗单位' && row.levelName === 'A级'],
      [{ status: 'suspended' }, row => row.status === 'suspended'],
      [{ provinceCode: '110000' }, row => row.provinceName === '北京'],
      [{ issuedFrom: daysAgo(500) }, row => row.issuedOn >= daysAgo(500)],
      [{ issuedTo: daysAgo(500) }, row => row.issuedOn <= daysAgo(500)],
      [{ validFrom: today }, row => row.validTo === null || row.validTo >= today],
      [{ validTo: today }, row => row.validTo !== null && row.validTo <= today],
    ])
  })

  test('is sorted by any column that can be, on the screen and in the workbook; by others it is not', async () => {
    const certificates = await registers.openRegister(site, '/staff/certificate')
    await registers.expectSorted(
      certificates,
      { register: 'qualification' },
      {
        number: registers.by(row => numberKey(row.number)),
        holderName: registers.byName(row => row.holderName),
        provinceName: registers.by(row => provinces.findIndex(({ short }) => short === row.provinceName)),
        issuedOn: registers.by(row => row.issuedOn),
        validTo: registers.by(row => row.validTo ?? '9999-12-31'),
      },
    )
    await registers.expectNoOtherSort(certificates, '/staff/certificate')
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
    expect(await check(second.data.number)).toMatchObject({ holderName: '张*', orgName: '未公开' })
  })
})
