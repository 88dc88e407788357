import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { toSearch } from '#lib/server/search/search.ts'
import { company, daysAgo, ids, setUpCertificateChecks, writing } from '#test/setups/certificateChecks.ts'
import { site } from '#test/setups/site.ts'
import { enterCertificates, recordEvent } from './server/register.ts'
import { certificateSearch } from './server/search.ts'
import { certificate } from './server/tables.ts'

setUpCertificateChecks()

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
    certificateSearch(register)(writing(), toSearch(typed, { sort: 'rel', limit: 10 })!)

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

test('of a company the name is confirmed as of a day, with what has changed and what came before and after', async () => {
  const number = 'CBWA-QX01-B-2023-0004'
  const scope: Record<string, [string, string]> = { scope: ['工业锅炉', '各种额定压力的锅炉'] }
  const grown = { kind: 'changed' as const, effectiveOn: daysAgo(385), reason: '增项', changes: scope }
  await recordEvent(writing(), ids[number]!, grown)
  const { data } = await site.post('/cert/verify/name', { number, name: company.holderName, on: daysAgo(386) })
  expect(data).toMatchObject({
    matches: true,
    certificate: {
      creditCode: company.creditCode,
      on: { date: daysAgo(386), certStatus: 'valid', certStatusName: '有效' },
      changedSince: [{ label: '范围', before: '工业锅炉', after: '各种额定压力的锅炉' }],
      predecessors: ['CBWA-QX01-C-2023-0003'],
      successors: [company.number],
    },
  })
})
