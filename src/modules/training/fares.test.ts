import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Fare, fareFaults, faresOf, pricesOf, type Quote, type QuotedFare, totalOf } from './fares.ts'

const whole: QuotedFare = {
  code: 'T1',
  name: '全程票',
  usual: { member: 800, other: 1200 },
  early: { member: 600, other: 1000 },
  isEarlyNow: false,
  free: 0,
}
const day: QuotedFare = { ...whole, code: 'T2', name: '单日票', usual: { member: 300, other: 500 }, early: null }
const quote = (more: Partial<Quote> = {}): Quote => ({
  isMember: true,
  memberPlaces: null,
  fares: [whole, day],
  early: [],
  ...more,
})
const people = (...fares: string[]) => fares.map((fare, i) => ({ name: `来宾${i}`, fare }))
const fees = (of: Quote, ...fares: string[]) => pricesOf(of, people(...fares)).map(({ fee }) => fee)

describe('prices', () => {
  test('follow the fare of each, and whether who signs up is a member', () => {
    expect(fees(quote(), 'T1', 'T2')).toEqual([800, 300])
    expect(fees(quote({ isMember: false }), 'T1', 'T2')).toEqual([1200, 500])
  })

  test('are the members’ for as many places as are left at it, whatever the fare', () => {
    expect(fees(quote({ memberPlaces: 1 }), 'T2', 'T1')).toEqual([300, 1200])
    expect(fees(quote({ memberPlaces: 0 }), 'T1')).toEqual([1200])
  })

  test('add up to the cent', () => {
    const fares = [{ ...whole, usual: { member: 800.1, other: 1200 } }]
    const total = (more: Partial<Quote>, count: number) =>
      totalOf(pricesOf(quote({ fares, ...more }), people(...Array<string>(count).fill('T1'))))
    expect(total({}, 3)).toBe(2400.3)
    expect(total({ memberPlaces: 1 }, 3)).toBe(3200.1)
    expect(total({ isMember: false, memberPlaces: 10 }, 3)).toBe(3600)
    expect(total({}, 0)).toBe(0)
  })

  test('are nothing for the free shares of a member, and for nobody else’s', () => {
    const fares = [{ ...whole, free: 1 }, day]
    expect(fees(quote({ fares }), 'T1', 'T1', 'T2')).toEqual([0, 800, 300])
    expect(fees(quote({ fares, isMember: false }), 'T1')).toEqual([1200])
  })

  test('are the early ones within the early days, and later for whoever had them', () => {
    expect(fees(quote({ fares: [{ ...whole, isEarlyNow: true }] }), 'T1')).toEqual([600])
    const early = [{ name: '来宾0', fare: 'T1' }]
    expect(fees(quote({ early }), 'T1', 'T1')).toEqual([600, 800])
    // Another fare is another price.
    expect(fees(quote({ early }), 'T2', 'T1')).toEqual([300, 800])
  })

  test('never give away more than there is, and add up to the total', () => {
    const fare = fc.record({ free: fc.integer({ min: 0, max: 3 }), isEarlyNow: fc.boolean() })
    const given = fc.record({
      isMember: fc.boolean(),
      memberPlaces: fc.option(fc.integer({ min: 0, max: 6 })),
      settings: fc.tuple(fare, fare),
      chosen: fc.array(fc.constantFrom('T1', 'T2'), { maxLength: 12 }),
    })
    fc.assert(
      fc.property(given, ({ isMember, memberPlaces, settings, chosen }) => {
        const fares = [
          { ...whole, ...settings[0] },
          { ...day, ...settings[1] },
        ]
        const prices = pricesOf(quote({ isMember, memberPlaces, fares }), people(...chosen))
        for (const { code, free } of fares) {
          const given = prices.filter(price => price.isFree && price.fare === code).length
          expect(given).toBeLessThanOrEqual(isMember ? free : 0)
        }
        const cheaper = prices.filter(({ atMemberPrice }) => atMemberPrice).length
        expect(cheaper).toBeLessThanOrEqual(isMember ? (memberPlaces ?? chosen.length) : 0)
        expect(prices.filter(({ fee, isFree }) => fee === 0 && !isFree)).toEqual([])
        expect(totalOf(prices)).toBe(prices.reduce((sum, { fee }) => sum + fee, 0))
      }),
    )
  })
})

test('an event without fares has one, at its own price', () => {
  const [only, ...others] = faresOf({ fares: [], feeMember: 100, feeOther: 200 })
  expect([only, others]).toMatchObject([{ code: '', name: '', feeMember: 100, feeOther: 200, quota: null }, []])
})

test('faults of fares are told at their cells, all at once', () => {
  const fare = (more: Partial<Fare>): Fare => ({
    code: '',
    name: '全程票',
    feeMember: 1,
    feeOther: 2,
    quota: null,
    earlyUntil: null,
    earlyMember: null,
    earlyOther: null,
    ...more,
  })
  const fares = [
    fare({ code: 'T1', quota: 2 }),
    fare({ earlyUntil: '2026-05-01' }),
    fare({ name: '单日票', earlyOther: 1 }),
  ]
  const levels = [
    { fare: '贵宾票', level: '10', fee: 1, free: null },
    { fare: '全程票', level: '10', fee: null, free: null },
    { fare: '全程票', level: '10', fee: 1, free: null },
  ]
  expect(fareFaults(fares, levels, new Map([['T1', 3]]))).toEqual({
    'fares.0.quota': '已有 3 人，不能少于 3',
    'fares.1.name': '“全程票”重复',
    'fares.1.earlyMember': '有早鸟截止日的，请填写早鸟价',
    'fares.2.earlyUntil': '有早鸟价的，请填写早鸟截止日',
    'levelFares.0.fare': '没有这个票种',
    'levelFares.1.fee': '请填写价格或免费名额',
    'levelFares.2.level': '这个票种已写过这个级别',
  })
})
