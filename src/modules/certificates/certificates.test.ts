import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { company, daysAgo, ids, now, person, setUpCertificateChecks, writing } from '#test/setups/certificateChecks.ts'
import { site } from '#test/setups/site.ts'
import { startApp } from '#test/support/app.ts'
import { enterCertificates, recordEvent } from './server/register.ts'
import { certificate, certificateLookup } from './server/tables.ts'

setUpCertificateChecks()

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
      today: {
        certStatus: 'revoked',
        certStatusName: '已撤销',
        verdict: ['已撤销', `自 ${daysAgo(100)}`, '提供虚假业绩'],
      },
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

    test('who is not listed is confirmed to whoever knows the number, without the employer', async () => {
      const number = 'HQ1-2024-32-00020'
      const unlisted = { ...person, number, publishedAt: null }
      const [entered] = await enterCertificates(writing(), [unlisted])
      const { data } = await site.get('/cert/verify', { number })
      expect(data).toMatchObject({
        holderName: '欧**明',
        orgName: '未公开',
        orgPage: null,
        isListed: false,
        today: { certStatus: 'valid' },
      })
      expect(JSON.stringify(data)).not.toContain(company.organisationName)
      const [scanned, named] = [
        await site.get('/cert/verify', { token: await tokenOf(number) }),
        await ask({ number, name: '欧阳晓明' }),
      ]
      for (const of of [scanned.data, named.data.certificate])
        expect(of).toMatchObject({ holderName: '欧阳晓明', orgName: company.organisationName })
      const move: Record<string, [string, string]> = { organisationName: [company.organisationName, '甲公司'] }
      const moved = { kind: 'changed' as const, effectiveOn: daysAgo(3), reason: '换了单位', changes: move }
      await recordEvent(writing(), entered!.id, moved)
      await recordEvent(writing(), entered!.id, { kind: 'revoked', effectiveOn: daysAgo(2), reason: '弄虚作假' })
      const later = await site.get('/cert/verify', { number })
      expect(later.data).toMatchObject({ today: { certStatusName: '已撤销' } })
      expect(JSON.stringify(later.data)).not.toContain('甲公司')
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

  test.each(['CBWA-QX01-A-2024-0013', '0012', '---'])(
    'of %j there is no certificate: that is an answer, and neither valid nor invalid',
    async number => {
      const { status, code, data } = await site.get('/cert/verify', { number })
      expect([status, code, data]).toEqual([200, 200, null])
    },
  )

  test.each([
    [{}, 'number 或 token'],
    [{ number: 'A', token: 'B' }, 'number 或 token'],
    [{ number: 'A', on: '2026-02-30' }, '日'],
    [{ number: 'A', on: daysAgo(-1) }, '今天或以前'],
    [{ number: 'A'.repeat(61) }, '60'],
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
