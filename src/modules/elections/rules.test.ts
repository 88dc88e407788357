import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#lib/dates.ts'
import { calendarOf, delayFault } from './calendar.ts'
import {
  candidatesFault,
  defaultRules,
  fewestCandidates,
  nextOf,
  questionOf,
  reelectedFault,
  ruleSentences,
  settleByMembership,
} from './rules.ts'
import { type Group, shareSeats } from './shares.ts'

const groupsOf = (sizes: number[]): Group[] => sizes.map((size, i) => ({ code: `g${i}`, name: `第${i}组`, size }))
const sizes = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 12 })
const seatsOf = (given: number[], places: number, fewest = 0) => [
  ...shareSeats(groupsOf(given), places, fewest).seats.values(),
]

describe('shares of delegates', () => {
  test('are whole parts, and the places that are left go to the largest remainders', () => {
    expect(seatsOf([53, 24, 23], 10)).toEqual([5, 3, 2])
    expect(seatsOf([100, 50, 50, 0], 8)).toEqual([4, 2, 2, 0])
  })

  test('with a least number give a small group that many first', () => {
    expect(seatsOf([980, 10, 10], 20, 1)).toEqual([18, 1, 1])
    expect(seatsOf([980, 10, 10], 20)).toEqual([20, 0, 0])
  })

  test('of groups with equal remainders are named and not given out', () => {
    const { seats, tied, seatsLeft } = shareSeats(groupsOf([10, 10, 20]), 6)
    expect([...seats.values()]).toEqual([1, 1, 3])
    expect(tied.map(({ code }) => code)).toEqual(['g0', 'g1'])
    expect(seatsLeft).toBe(1)
  })

  test('together are never more than the places; nobody is a whole place or more from a fair share', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 300 }), (given, places) => {
        const { seats, tied, seatsLeft } = shareSeats(groupsOf(given), places)
        const all = given.reduce((sum, size) => sum + size, 0)
        const sum = [...seats.values()].reduce((sum, n) => sum + n, 0)
        expect(sum + seatsLeft).toBe(places)
        expect(tied.length === 0 || seatsLeft < tied.length).toBe(true)
        if (all > 0)
          given.forEach((size, i) => {
            expect(Math.abs(seats.get(`g${i}`)! - (size * places) / all)).toBeLessThan(1)
          })
      }),
    )
  })

  test('with a least number give each group with members at least that, however the others share', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 48, max: 300 }), (given, fewest, places) => {
        const { seats, seatsLeft } = shareSeats(groupsOf(given), places, fewest)
        given.forEach((size, i) => {
          expect(seats.get(`g${i}`)!).toBeGreaterThanOrEqual(size > 0 ? fewest : 0)
        })
        expect([...seats.values()].reduce((sum, n) => sum + n, 0) + seatsLeft).toBe(places)
      }),
    )
  })
})

describe('the calendar', () => {
  test('counts backwards: each list stands for its days before what follows', () => {
    const days = Object.fromEntries(
      calendarOf(defaultRules, '2027-06-30', null).map(({ code, latest }) => [code, latest]),
    )
    expect(days).toEqual({
      committee: '2027-05-01',
      roll: '2027-06-04',
      report: '2027-05-31',
      nomination: '2027-06-12',
      candidates: '2027-06-22',
      vote: '2027-06-30',
      result: '2027-07-07',
      filing: '2027-07-30',
    })
  })

  const days = fc.integer({ min: 0, max: 120 })
  const rules = fc.record({
    committeeDays: days,
    reportDays: days,
    rollDays: days,
    nominationDays: days,
    candidateDays: days,
    resultDays: days,
    filingDays: days,
  })
  test('leaves every list its whole time, in order, whatever the rules are', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 4000 }), (given, offset) => {
        const vote = addDays('2026-01-01', offset)
        const steps = calendarOf(given, '2099-01-01', vote)
        const on = (code: string) => steps.find(step => step.code === code)!.latest
        expect(on('committee') <= on('roll')).toBe(true)
        expect(daysBetween(on('roll'), on('nomination'))).toBe(given.rollDays + 1)
        expect(daysBetween(on('nomination'), on('candidates'))).toBe(given.nominationDays)
        expect(daysBetween(on('candidates'), on('vote'))).toBe(given.candidateDays + 1)
        expect(on('vote')).toBe(vote)
        expect(steps.map(({ latest }) => latest)).toEqual(steps.map(({ latest }) => latest).toSorted())
      }),
    )
  })

  test('refuses a day that is later after the end of the term than the rule allows', () => {
    expect(delayFault({ maxDelayDays: 365 }, '2026-06-30', '2027-06-30')).toBeUndefined()
    expect(delayFault({ maxDelayDays: 365 }, '2026-06-30', '2027-07-01')).toContain('已晚 366 天')
  })
})

describe('rules of an election', () => {
  test('ask for more candidates than places, by their percentage', () => {
    const rules = { ...defaultRules, extraPercent: 20 }
    expect(fewestCandidates(rules, 25)).toBe(30)
    expect(candidatesFault(rules, 25, 30)).toBeUndefined()
    expect(candidatesFault(rules, 25, 29)).toContain('至少 30 名候选人，现有 29 名')
    expect(candidatesFault(defaultRules, 25, 25)).toBeUndefined()
    expect(candidatesFault(defaultRules, 25, 24)).toContain('现有 24 名')
  })

  test('bound the share of those who were in the body before', () => {
    const rules = { ...defaultRules, maxReelectedPercent: 50 }
    expect(reelectedFault(rules, 25, 12)).toBeUndefined()
    expect(reelectedFault(rules, 25, 13)).toContain('其中连任 13 人')
    expect(reelectedFault(defaultRules, 25, 25)).toBeUndefined()
  })

  test('say what follows a ballot', () => {
    const next = (tie: 'runOff' | 'lot', round: number, tied: number, seatsLeft: number, others = 3) =>
      nextOf({ tie, maxRounds: 2 }, { round, tied, seatsLeft, others })
    expect(next('runOff', 1, 0, 0)).toBe('done')
    expect(next('runOff', 1, 2, 1)).toBe('runOff')
    expect(next('lot', 1, 2, 1)).toBe('tie')
    expect(next('runOff', 2, 2, 1)).toBe('tie')
    expect(next('runOff', 1, 0, 2)).toBe('repeat')
    expect(next('runOff', 2, 0, 2)).toBe('vacant')
    expect(next('runOff', 1, 0, 2, 0)).toBe('vacant')
  })

  test('settle a tie by longer membership only where the days decide', () => {
    const tied = ['2010-01-01', '2008-05-06', '2010-01-01'].map((memberSince, id) => ({ id, memberSince }))
    expect(settleByMembership(tied, 1)).toEqual([1])
    expect(settleByMembership(tied, 2)).toBeUndefined()
    expect(settleByMembership([...tied, { id: 9, memberSince: null }], 1)).toBeUndefined()
  })

  test('give the ballot its threshold; a further one may elect by the most votes', () => {
    const asked = (more: object, round: number) =>
      questionOf({ ...defaultRules, writeIns: true, ...more }, { id: 'c1', title: '理事', seats: 2, round }, [])
    expect(asked({}, 1)).toMatchObject({ share: defaultRules.pass, shareOf: 'received', max: 2, writeIns: true })
    expect(asked({}, 2)).toMatchObject({ share: defaultRules.pass, writeIns: false })
    expect(asked({ laterRoundsByMost: true }, 2)).toMatchObject({ share: null })
  })

  test('are shown as sentences', () => {
    expect(ruleSentences({ ...defaultRules, extraPercent: 20, maxReelectedPercent: 60 })).toEqual([
      '会费缴清的才有选举权',
      '选举人名册在内部公布 7 天，期间可以提出异议',
      '有选举权的每家（每人）可以提名 3 人，期限 10 天',
      '差额选举，候选人至少比名额多 20%',
      '候选人名单公布 7 天后投票',
      '三分之二以上有选举权的参加投票，选举有效',
      '得票过半数（按到会投票的人数（含无效票）计）的当选，得票多的在先',
      '连任的不超过当选人数的 60%',
      '最后一个名额票数相同的：票数相同的人中再投票一次',
      '名额没有选满的再次投票，连同第一次最多 2 次；仍未选满的暂缺',
      '结果公布 7 天，30 天内报送备案',
    ])
  })
})
