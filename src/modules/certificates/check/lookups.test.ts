import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { signInAs, signUp } from '#test/support/make.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { certificate, certificateLookup } from '../server/tables.ts'

const now = new Date()
const daysAgo = (days: number) => addDays(dayOf(now), -days)

let token: string
let own: ReturnType<typeof site.as>
let certId: number
let certNo: string

const holderOf = async (userName: string) =>
  (await site.services.db.select().from(account).where(eq(account.userName, userName)))[0]!

setUpSite({ demo: true })

beforeAll(async () => {
  token = await signInAs(site, 'qingyuan')
  own = site.as(token)
  const { organisationId } = await holderOf('qingyuan')
  const { db } = site.services
  const [found] = await db
    .select()
    .from(certificate)
    .where(and(eq(certificate.register, 'qualification'), eq(certificate.organisationId, organisationId!)))
  certId = found!.id
  certNo = found!.number
  await db.delete(certificateLookup).where(eq(certificateLookup.certificateId, certId))
  const looked = (days: number, via: 'number' | 'qr' | 'batch', askedFor?: string) => ({
    certificateId: certId,
    via,
    askedFor,
    at: new Date(startOf(daysAgo(days)).getTime() + 10 * 3_600_000),
  })
  await db
    .insert(certificateLookup)
    .values([looked(200, 'number'), looked(40, 'qr'), looked(8, 'batch', daysAgo(300)), looked(1, 'qr')])
})

const list = async (asked: object = {}, by = own) =>
  by.get('/member/certificate/lookup/list', { certId, ...asked } as Record<string, string | number>)

describe('the holder of a certificate', () => {
  test('sees when and how it was looked up, the newest first, and never by whom', async () => {
    const { data } = await list()
    expect(data.list.map(({ viaName, askedFor }: Record<string, string>) => [viaName, askedFor])).toEqual([
      ['二维码', null],
      ['批量查验', daysAgo(300)],
      ['二维码', null],
      ['编号', null],
    ])
    expect(Object.keys(data.list[0]).sort()).toEqual(['askedBy', 'askedFor', 'at', 'id', 'via', 'viaName'])
  })

  test('narrows that by days and by way, and turns its pages', async () => {
    expect((await list({ from: daysAgo(40), to: daysAgo(8) })).data.total).toBe(2)
    expect((await list({ via: 'qr' })).data.total).toBe(2)
    const second = await list({ pageNum: 2, pageSize: 3 })
    expect([second.data.pages, second.data.list.length]).toEqual([2, 1])
  })

  test('sees how often, week by week', async () => {
    const { data } = await own.get('/member/certificate/lookup/summary', { certId })
    expect(data).toMatchObject({ certNo, total: 4, last30d: 2 })
    expect(data.weeks).toHaveLength(12)
    expect(data.weeks.at(-1)).toEqual({ from: daysAgo(6), count: 1 })
    expect(data.weeks.at(-2)).toEqual({ from: daysAgo(13), count: 1 })
    expect(data.weeks.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3)
  })

  test('saves the same list as a workbook', async () => {
    const url = `/api/member/certificate/lookup/export?certId=${certId}&via=batch`
    const { rawPayload } = await site.app.inject({ url, headers: { token } })
    const rows = textsOf(await sheetOf(rawPayload))
    expect(rows).toEqual([
      ['时间', '方式', '查询的日期', '查验的机构'],
      [`${daysAgo(8)} 10:00`, '批量查验', daysAgo(300)],
    ])
  })

  test('sees a look-up as soon as somebody has checked it', async () => {
    await site.get('/cert/verify', { number: certNo, on: daysAgo(2) })
    expect((await list()).data.list[0]).toMatchObject({ via: 'number', askedFor: daysAgo(2) })
  })
})

describe('nobody else', () => {
  test('another company is told that it does not exist, in all three calls', async () => {
    const { api } = await signUp(site)
    for (const part of ['list', 'summary', 'export'])
      expect((await api.get(`/member/certificate/lookup/${part}`, { certId })).code, part).toBe(404)
    expect((await site.get('/member/certificate/lookup/list', { certId })).status).toBe(401)
  })

  test('a person’s certificate is that person’s, not the employer’s', async () => {
    const { db } = site.services
    const person = await holderOf('zhangwei')
    const [held] = await db.select().from(certificate).where(eq(certificate.personId, person.personId!))
    const { organisationId } = await holderOf('qingyuan')
    await db.update(certificate).set({ organisationId }).where(eq(certificate.id, held!.id))
    expect((await list({ certId: held!.id }, site.as(await signInAs(site, 'zhangwei')))).code).toBe(200)
    expect((await list({ certId: held!.id })).code).toBe(404)
  })
})
