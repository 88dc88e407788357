import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { lastNumber, nextNumbers } from '#modules/certificates/server/numbers.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { change, keeper, type Row, setUpCatalogue } from '#test/setups/qualifications/catalogue.ts'
import { site } from '#test/setups/site.ts'
import { qualificationCase } from '../server/tables.ts'

setUpCatalogue()

describe('numbering', () => {
  test('the next certificate is numbered by the rule as it is now', async () => {
    const refused = await change(301, () => ({ numberRule: '{serial:4}' }))
    expect(refused.data.fields.numberRule).toContain('结尾')
    expect((await change(301, () => ({ numberRule: '{prefix}-{province}-{kind}-{serial:5}' }))).code).toBe(200)
    const [company] = await site.services.db.select().from(organisation).where(eq(organisation.provinceCode, '320000'))
    const given = { kindCode: 'SB01', levelCode: '1', organisationId: company!.id, issuedOn: dayOf(new Date()) }
    const issued = [
      await keeper.post('/staff/certificate/issue', given),
      await keeper.post('/staff/certificate/issue', given),
    ]
    expect(issued.map(({ data }) => data.number)).toEqual(['CBWA-32-SB01-00001', 'CBWA-32-SB01-00002'])
  })
})

test('however many take numbers at once, and whatever is given up, each series is without gaps and doubles', async () => {
  const { db } = site.services
  const step = fc.record({
    series: fc.constantFrom('甲', '乙'),
    count: fc.integer({ min: 1, max: 4 }),
    isKept: fc.boolean(),
  })
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
      round++
      const prefixOf = (series: string) => `T-${round}-${series}`
      const given: Record<string, number[]> = { 甲: [], 乙: [] }
      const take = ({ series, count, isKept }: (typeof steps)[number]) =>
        db.transaction(async tx => {
          const numbers = await nextNumbers({ db: tx }, prefixOf(series), count)
          if (!isKept) tx.rollback()
          given[series]!.push(...numbers)
        })
      await Promise.allSettled(steps.map(take))
      for (const [series, numbers] of Object.entries(given)) {
        expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1))
        expect(await lastNumber({ db }, prefixOf(series))).toBe(numbers.length)
      }
    }),
    { numRuns: 12 },
  )
})

describe('the guide of a kind', () => {
  const guide = (kindId: number) => site.get('/app/publicity/qualification/kind', { kindId })

  test('tells anybody what is asked, what it costs, what to hand in and which way it goes', async () => {
    const { data } = await guide(701)
    expect(data).toMatchObject({ childName: '行业信用等级评价', validYears: 3, isOpen: true, usualDays: null })
    expect(data.stages).toEqual(['review', 'materials', 'fee', 'decision', 'notice'])
    const { data: testing } = await guide(201)
    expect(testing.levels[0]).toMatchObject({ levelName: 'SA级', fee: 10_000 })
    expect(testing.levels[0].requirements).toContain('高级职称不少于 1 人')
    expect(testing.stages).toContain('site')
    expect(testing.materials.map(({ name }: Row) => name)).toContain('设备仪器一览表与检定证书')
    expect(testing.materials.map(({ name }: Row) => name)).not.toContain('变更证明')
    expect(testing.asked).toContain('检测项目')
  })

  test('says how many days a first application usually took, once there are enough of them', async () => {
    const { db } = site.services
    const day = (n: number) => new Date(Date.now() - n * 86_400_000)
    const approve = async (days: number) => {
      const past = { kind: 'qualification', title: '从前', state: 'approved' as const, decidedAt: day(100 - days) }
      const [row] = await db.insert(application).values(past).returning()
      await db.insert(qualificationCase).values({ applicationId: row!.id, type: 'initial', kindId: 701 })
      const step = { applicationId: row!.id, action: 'submit' as const, actorName: '', by: 'applicant' as const }
      await db.insert(applicationEvent).values([
        { ...step, from: 'draft', to: 'submitted', revision: 1, at: day(100) },
        { ...step, from: 'returned', to: 'submitted', revision: 2, at: day(99) },
      ])
    }
    for (const days of [20, 21, 22, 60]) await approve(days)
    expect((await guide(701)).data.usualDays).toBeNull()
    await approve(30)
    expect((await guide(701)).data.usualDays).toBe(22)
  })

  test('says that nothing is taken where the kind, or all of its levels, are closed', async () => {
    const closing = await change(401, ({ flags, levels }) => ({
      flags: flags.filter(flag => flag !== 'isOpen'),
      levels: levels.map(row => ({ ...row, isOpen: false })),
    }))
    expect(closing.code).toBe(200)
    expect((await guide(401)).data).toMatchObject({ isOpen: false, levels: [] })
    expect((await guide(999)).code).toBe(404)
  })
})
