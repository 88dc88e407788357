import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { startApp } from '../../../test/app.ts'
import { enterCertificates, type NewCertificate, recordEvent } from './server/register.ts'
import { findCertificates } from './server/search.ts'
import { certificate, certificateLookup } from './server/tables.ts'

const now = new Date()
const daysAgo = (days: number) => addDays(dayOf(now), -days)

let site: Awaited<ReturnType<typeof startApp>>
let ids: Record<string, number>
const writing = () => ({ db: site.services.db, now })

const company: NewCertificate = {
  register: 'qualification',
  number: 'CBWA-QX01-A-2024-0012',
  holderName: '北京清源锅炉清洗有限公司',
  organisationName: '北京清源锅炉清洗有限公司',
  creditCode: '91110105MA00DEM14D',
  provinceCode: '110000',
  groupCode: 'QX',
  groupName: '清洗类',
  kindCode: 'QX01',
  kindName: '锅炉化学清洗单位',
  levelCode: 'A',
  levelName: 'A级',
  scope: '各种额定压力的锅炉',
  issuer: '锅炉协会',
  issuedOn: daysAgo(400),
  validFrom: daysAgo(400),
  validTo: daysAgo(-1060),
  publishedAt: now,
}
const person: NewCertificate = {
  ...company,
  register: 'personnel',
  number: 'HQ1-2024-32-00018',
  holderName: '欧阳晓明',
  creditCode: null,
  groupCode: 'HQ',
  groupName: '化学清洗人员',
  kindCode: 'HQ1',
  kindName: '清洗项目负责人',
  levelCode: '',
  levelName: '',
  scope: '',
}

beforeAll(async () => {
  site = await startApp()
  const [lower] = await enterCertificates(writing(), [
    { ...company, number: 'CBWA-QX01-C-2023-0003', levelName: 'C级' },
  ])
  const [middle] = await enterCertificates(writing(), [
    { ...company, number: 'CBWA-QX01-B-2023-0004', levelName: 'B级', replacesId: lower!.id },
  ])
  const entered = await enterCertificates(writing(), [
    { ...company, replacesId: middle!.id },
    person,
    { ...company, number: '锅清(A)字第0123号', source: 'legacy', validTo: daysAgo(30) },
    { ...company, number: 'CBWA-QX02-D-2024-0062' },
    { ...company, number: 'CBWA-QX02-D-2024-0063', publishedAt: null },
  ])
  ids = Object.fromEntries([lower!, middle!, ...entered].map(({ id, number }) => [number, id]))
  await recordEvent(writing(), lower!.id, { kind: 'replaced', effectiveOn: daysAgo(390), reason: '升级为B级' })
  await recordEvent(writing(), middle!.id, { kind: 'replaced', effectiveOn: daysAgo(380), reason: '升级为A级' })
  await recordEvent(writing(), ids['CBWA-QX02-D-2024-0062']!, {
    kind: 'revoked',
    effectiveOn: daysAgo(100),
    reason: '提供虚假业绩',
  })
})
afterAll(() => site.close())

describe('somebody checks a certificate', () => {
  test('by its number they see all that is on it, who holds it and what happened to it', async () => {
    const { code, data } = await site.get('/cert/verify', { number: company.number })
    expect(code).toBe(200)
    expect(data).toMatchObject({
      register: 'qualification',
      registerName: '单位能力评价证书',
      certNo: company.number,
      holderName: company.holderName,
      creditCode: company.creditCode,
      provinceName: '北京',
      kindName: '锅炉化学清洗单位',
      levelName: 'A级',
      scope: '各种额定压力的锅炉',
      issuer: '锅炉协会',
      validTo: company.validTo,
      today: { date: dayOf(now), certStatus: 'valid', certStatusName: '有效' },
      on: null,
      history: [{ event: 'issued', eventName: '发证', date: company.issuedOn, reason: '' }],
    })
  })

  test.each([
    'cbwa-qx01-a-2024-0012',
    ' CBWA QX01 A 2024 0012 ',
    'ＣＢＷＡ－ＱＸ０１－Ａ－２０２４－００１２',
    'CBWA—QX01—A—2024—0012',
  ])('the number may be typed as %j', async number => {
    const { data } = await site.get('/cert/verify', { number })
    expect(data?.certNo).toBe(company.number)
  })

  test('the number of an old paper certificate may be in traditional characters and full-width brackets', async () => {
    const { data } = await site.get('/cert/verify', { number: '鍋清（A）字第0123號' })
    expect(data).toMatchObject({ certNo: '锅清(A)字第0123号', today: { certStatus: 'expired' } })
  })

  test('the link in the QR code leads to the same certificate', async () => {
    const { data } = await site.get('/cert/verify', { number: company.number })
    expect(data.verifyUrl).toMatch(/^http:\/\/site\.test\/admin\/verify\?token=[\w-]{22}$/)
    const token = new URL(data.verifyUrl).searchParams.get('token')!
    const scanned = await site.get('/cert/verify', { token })
    expect(scanned.data.certNo).toBe(company.number)
    expect((await site.get('/cert/verify', { token: `${token.toLowerCase()}x` })).data).toBeNull()
  })

  test('a revoked one was valid before that day, and the reason is told', async () => {
    const number = 'CBWA-QX02-D-2024-0062'
    const before = await site.get('/cert/verify', { number, on: daysAgo(101) })
    expect(before.data).toMatchObject({
      today: { certStatus: 'revoked', certStatusName: '撤销' },
      on: { date: daysAgo(101), certStatus: 'valid' },
    })
    expect(before.data.history[1]).toEqual({
      event: 'revoked',
      eventName: '撤销',
      date: daysAgo(100),
      reason: '提供虚假业绩',
      changes: [],
    })
    const since = await site.get('/cert/verify', { number, on: daysAgo(100) })
    expect(since.data.on.certStatus).toBe('revoked')
  })

  test('a replaced one names its successors, and they name it, nearest first', async () => {
    const [first, last] = await Promise.all([
      site.get('/cert/verify', { number: 'CBWA-QX01-C-2023-0003' }),
      site.get('/cert/verify', { number: company.number }),
    ])
    expect(first.data).toMatchObject({
      today: { certStatus: 'replaced', certStatusName: '已被替代' },
      predecessors: [],
      successors: ['CBWA-QX01-B-2023-0004', company.number],
    })
    expect(last.data).toMatchObject({
      predecessors: ['CBWA-QX01-B-2023-0004', 'CBWA-QX01-C-2023-0003'],
      successors: [],
    })
  })

  describe('of a person', () => {
    const ask = (body: object) => site.post('/cert/verify/name', body)
    const tokenOf = async (number: string) =>
      (await site.services.db.select().from(certificate).where(eq(certificate.number, number)))[0]!.token

    test('who knows the number sees a masked name, and not where the QR code leads', async () => {
      const { data } = await site.get('/cert/verify', { number: 'hq1 2024 32 00018' })
      expect(data).toMatchObject({ holderName: '欧**明', holderMasked: true, orgName: company.organisationName })
      expect(JSON.stringify(data)).not.toContain('欧阳晓明')
      expect(JSON.stringify(data)).not.toContain(await tokenOf(person.number))
    })

    test('who holds it and scans the code sees the whole name', async () => {
      const { data } = await site.get('/cert/verify', { token: await tokenOf(person.number) })
      expect(data).toMatchObject({ holderName: '欧阳晓明', holderMasked: false })
    })

    test.each(['欧阳晓明', ' 歐陽 曉明', '欧阳·晓明'])(
      'who knows number and name, as %j, sees it confirmed',
      async name => {
        const { data } = await ask({ number: person.number, name })
        expect(data).toMatchObject({ matches: true, certificate: { holderName: '欧阳晓明', holderMasked: false } })
        expect(data.certificate.verifyUrl).toContain(await tokenOf(person.number))
      },
    )

    test('another name is not confirmed, also where it is masked alike', async () => {
      const { data } = await ask({ number: person.number, name: '欧阳大明' })
      expect(data).toMatchObject({ matches: false, certificate: { holderName: '欧**明', certNo: person.number } })
      expect((await ask({ number: 'HQ1-2024-32-99999', name: '欧阳晓明' })).data).toBeNull()
      expect((await ask({ number: person.number, name: '欧' })).code).toBe(400)
    })

    test('who tries names is stopped before one of them fits', async () => {
      const caller = site.from('203.0.113.20')
      const answers = []
      for (let i = 0; i < 12; i++)
        answers.push(await caller.post('/cert/verify/name', { number: person.number, name: `欧阳${i}明` }))
      expect(answers.slice(0, 10).every(({ data }) => data.matches === false)).toBe(true)
      expect(answers.at(-1)).toMatchObject({ code: 429, data: null })
      const right = await caller.post('/cert/verify/name', { number: person.number, name: '欧阳晓明' })
      expect(right.code).toBe(429)
    })

    test('a corrected name is masked in the history too', async () => {
      const number = 'HQ1-2024-32-00019'
      const [entered] = await enterCertificates(writing(), [{ ...person, number, holderName: '司马小南' }])
      const changes: Record<string, [string, string]> = { holderName: ['司马晓南', '司马小南'] }
      await recordEvent(writing(), entered!.id, {
        kind: 'corrected',
        effectiveOn: daysAgo(9),
        reason: '录入有误',
        changes,
      })
      const { data } = await site.get('/cert/verify', { number })
      expect(data.history[1].changes).toEqual([{ label: '持证者', before: '司**南', after: '司**南' }])
    })
  })

  test.each(['CBWA-QX01-A-2024-0013', '0012', '---', 'CBWA-QX02-D-2024-0063'])(
    'of %j there is no certificate: that is an answer, and neither valid nor invalid',
    async number => {
      const { status, code, data } = await site.get('/cert/verify', { number })
      expect([status, code, data]).toEqual([200, 200, null])
    },
  )

  test.each([
    [{}, 'number 或 token'],
    [{ number: 'A', token: 'B' }, 'number 或 token'],
    [{ number: 'A', on: '2026-02-30' }, 'on'],
    [{ number: 'A', on: daysAgo(-1) }, '今天或以前'],
    [{ number: 'A'.repeat(61) }, 'number'],
  ] as [Record<string, string>, string][])('%j is refused with a sentence', async (query, msg) => {
    const answer = await site.get('/cert/verify', query)
    expect(answer).toMatchObject({ status: 200, code: 400 })
    expect(answer.msg).toContain(msg)
  })

  test('each look-up that found something is written down, without who asked', async () => {
    const { db } = site.services
    const mine = eq(certificateLookup.certificateId, ids['HQ1-2024-32-00018']!)
    await db.delete(certificateLookup).where(mine)
    await site.get('/cert/verify', { number: person.number, on: daysAgo(10) })
    const [{ token }] = (await db
      .select({ token: certificate.token })
      .from(certificate)
      .where(eq(certificate.number, person.number))) as [{ token: string }]
    await site.get('/cert/verify', { token })
    const rows = await db.select().from(certificateLookup).where(mine).orderBy(certificateLookup.id)
    expect(rows).toMatchObject([
      { via: 'number', askedFor: daysAgo(10) },
      { via: 'qr', askedFor: null },
    ])
  })

  test('a program that tries numbers is slowed down; its neighbours are not', async () => {
    const ask = (remoteAddress: string) =>
      site.app.inject({ url: '/api/cert/verify?number=CBWA-QX01-A-2024-0012', remoteAddress })
    const answers = []
    for (let i = 0; i < 40; i++) answers.push((await ask('203.0.113.9')).json())
    expect(answers.slice(0, 30).every(({ code }) => code === 200)).toBe(true)
    expect(answers.at(-1)).toMatchObject({ code: 429, data: null })
    expect(answers.at(-1).msg).toMatch(/秒后再试/)
    expect((await ask('203.0.113.10')).json().code).toBe(200)
  })

  test('when the register cannot be read, the answer says so and is no verdict', async () => {
    const broken = await startApp()
    await broken.services.db.execute('drop table certificate cascade')
    const { status, code, data, msg } = await broken.get('/cert/verify', { number: company.number })
    expect([status, code, data]).toEqual([500, 500, null])
    expect(msg).toContain('系统错误')
    await broken.close()
  })
})

describe('the association writes down what happened', () => {
  const number = 'CBWA-QX03-C-2025-0001'
  let id: number
  beforeAll(async () => {
    id = (await enterCertificates(writing(), [{ ...company, number }]))[0]!.id
  })
  const statusNow = async () => (await site.get('/cert/verify', { number })).data.today.certStatus
  const stored = async () =>
    (await site.services.db.select({ status: certificate.status }).from(certificate).where(eq(certificate.id, id)))[0]!
      .status

  test('the stored status follows the events, also when one is recorded late', async () => {
    await recordEvent(writing(), id, { kind: 'suspended', effectiveOn: daysAgo(20), reason: '校准到期' })
    expect([await stored(), await statusNow()]).toEqual(['suspended', 'suspended'])
    await recordEvent(writing(), id, { kind: 'resumed', effectiveOn: daysAgo(10), reason: '整改完成' })
    expect([await stored(), await statusNow()]).toEqual(['valid', 'valid'])
    await recordEvent(writing(), id, { kind: 'reviewed', effectiveOn: daysAgo(200), reason: '年度报告符合要求' })
    expect(await stored()).toBe('valid')
  })

  test('what cannot follow is refused and changes nothing', async () => {
    const wrong = recordEvent(writing(), id, { kind: 'resumed', effectiveOn: daysAgo(5), reason: '' })
    await expect(wrong).rejects.toThrow('证书当时的状态为“有效”，不能再记“恢复”')
    const future = recordEvent(writing(), id, { kind: 'revoked', effectiveOn: daysAgo(-1), reason: '' })
    await expect(future).rejects.toThrow('不能晚于今天')
    expect(await stored()).toBe('valid')
  })

  test('two who cancel at once: one does, the other is told', async () => {
    const cancel = () => recordEvent(writing(), id, { kind: 'cancelled', effectiveOn: daysAgo(1), reason: '申请注销' })
    const results = await Promise.allSettled([cancel(), cancel()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await stored()).toBe('cancelled')
  })

  test('two numbers that differ only by hyphens or case cannot both be issued', async () => {
    await expect(enterCertificates(writing(), [{ ...company, number: 'cbwa qx01a 2024 0012' }])).rejects.toThrow()
  })

  test('many are entered at once, each with a token of its own', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => ({ ...company, number: `BULK-${i}`, publishedAt: null }))
    const entered = await enterCertificates(writing(), rows)
    expect(entered.map(row => row.number)).toEqual(rows.map(row => row.number))
    const { rows: counted } = await site.services.db.execute(
      `select count(distinct token) tokens, (select count(*) from certificate_event e join certificate c on c.id = certificate_id
        where number like 'BULK-%' and kind = 'issued') events from certificate where number like 'BULK-%'`,
    )
    expect(counted[0]).toEqual({ tokens: 2500, events: 2500 })
  })
})

describe('the site-wide search asks the register', () => {
  const find = async (register: 'qualification' | 'personnel', typed: string) =>
    findCertificates(writing(), register, {
      typed,
      words: '',
      register: toRegisterQuery(typed)!,
      sort: 'rel',
      limit: 10,
    })

  test.each(['清源锅炉', 'qingyuan', 'bjqy', '0012', 'QX01-A-2024'])('a company is found by %j', async typed => {
    const { best, read } = await find('qualification', typed)
    const hits = await read(best.map(({ id }) => id))
    expect(hits.map(hit => hit.route)).toContain('/admin/verify?number=CBWA-QX01-A-2024-0012')
  })

  test('a person is found by the whole name and shown masked; part of it finds nothing', async () => {
    const { best, read, total } = await find('personnel', '欧阳晓明')
    const hits = await read(best.map(({ id }) => id))
    expect([total, hits[0]!.title]).toEqual([1, '欧**明 清洗项目负责人'])
    expect(JSON.stringify(hits)).not.toContain('欧阳晓明')
    expect((await find('personnel', '欧阳')).total).toBe(0)
    expect((await find('personnel', '晓明')).total).toBe(0)
  })

  test('what is not published is not found', async () => {
    expect((await find('qualification', 'BULK-77')).total).toBe(0)
  })
})
