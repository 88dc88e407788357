import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Question } from '../protocol/question.ts'
import { type CountedVote, countVotes } from './count.ts'
import { runOff } from './runOff.ts'

const base: Question = {
  id: 'q',
  title: '事项',
  kind: 'choose',
  options: ['甲', '乙', '丙', '丁'].map((name, i) => ({ id: 'abcd'[i]!, name })),
  min: 0,
  max: 4,
  writeIns: true,
  seats: 2,
  share: null,
  shareOf: 'cast',
}
const yesNo: Question = { ...base, kind: 'yesNo', options: [], min: 1, max: 1, writeIns: false, seats: 1 }
const half = { numerator: 1, denominator: 2, isStrict: true }
const vote = (
  picks: string[],
  { names = [], weight = 1 }: { names?: string[]; weight?: number } = {},
): CountedVote => ({
  weight,
  answers: [{ picks, names }],
})
const times = (n: number, picks: string[]) => Array.from({ length: n }, () => vote(picks))
const count = (question: Question, votes: CountedVote[], roll = 100) =>
  countVotes({ questions: [question], roll }, votes)
const electedIn = (question: Question, votes: CountedVote[]) =>
  count(question, votes)
    .questions[0]!.options.filter(({ isElected }) => isElected)
    .map(({ name }) => name)

describe('a motion', () => {
  test.each([
    { yes: 5, no: 4, abstain: 1, shareOf: 'cast', passes: false },
    { yes: 6, no: 4, abstain: 0, shareOf: 'cast', passes: true },
    { yes: 5, no: 4, abstain: 1, shareOf: 'decided', passes: true },
    { yes: 50, no: 0, abstain: 0, shareOf: 'roll', passes: false },
    { yes: 51, no: 0, abstain: 0, shareOf: 'roll', passes: true },
    { yes: 0, no: 0, abstain: 0, shareOf: 'cast', passes: false },
  ] as const)(
    'with $yes for, $no against and $abstain abstentions of $shareOf: passes $passes',
    ({ yes, no, abstain, shareOf, passes }) => {
      const votes = [...times(yes, ['yes']), ...times(no, ['no']), ...times(abstain, ['abstain'])]
      expect(count({ ...yesNo, share: half, shareOf }, votes).questions[0]!.passes).toBe(passes)
    },
  )

  test('that is level does not pass, even where the most votes are enough', () => {
    expect(count(yesNo, [...times(3, ['yes']), ...times(3, ['no'])]).questions[0]!.passes).toBe(false)
  })
})

describe('a choice', () => {
  test('whose share is taken of all that was handed in counts invalid votes among them', () => {
    const share = { ...base, share: half, max: 1 }
    const votes = [...times(5, ['a']), ...times(4, ['b']), vote(['a', 'b'])]
    expect(electedIn({ ...share, shareOf: 'cast' }, votes)).toEqual(['甲'])
    expect(electedIn({ ...share, shareOf: 'received' }, votes)).toEqual([])
  })

  test('elects those with the most votes, and leaves a tie for the last place to the association', () => {
    const votes = [...times(5, ['a']), ...times(3, ['b']), ...times(3, ['c']), vote(['d'])]
    const [result] = count(base, votes).questions
    expect(result!.options.map(({ isElected, isTied }) => ({ isElected, isTied }))).toEqual([
      { isElected: true, isTied: false },
      { isElected: false, isTied: true },
      { isElected: false, isTied: true },
      { isElected: false, isTied: false },
    ])
    expect(result!.seatsLeft).toBe(1)
  })

  test('elects nobody who lacks the share, or has no vote', () => {
    expect(electedIn({ ...base, share: half }, [...times(6, ['a']), ...times(4, ['b'])])).toEqual(['甲'])
    expect(electedIn(base, [vote([])])).toEqual([])
  })

  test('counts a name written in as the tellers grouped it, once a vote', () => {
    const votes = [
      vote([], { names: ['甲先生', '戊'] }),
      vote(['a'], { names: ['甲先生'] }),
      vote([], { names: ['戊戊', '胡写'] }),
    ]
    const groups = { q: { 甲先生: '甲', 戊戊: '戊', 胡写: '' } }
    const { options } = countVotes({ questions: [base], roll: 3, groups }, votes).questions[0]!
    expect(options.filter(({ units }) => units > 0).map(({ name, units }) => [name, units])).toEqual([
      ['甲', 2],
      ['戊', 2],
    ])
  })

  test('counts a vote that breaks the rules as rejected, and adds what came on paper', () => {
    const paper = {
      cast: 3,
      rejected: 1,
      questions: [{ id: 'q', answered: 3, units: { a: 2, b: 1 }, names: { 戊: 1 } }],
    }
    const votes = [vote(['a'], { weight: 5 }), vote(['a', 'a']), vote(['z'])]
    const counted = countVotes({ questions: [base], roll: 20 }, votes, paper)
    expect(counted).toMatchObject({ cast: 8, rejected: 3 })
    expect(
      counted.questions[0]!.options.filter(({ units }) => units > 0).map(({ name, units }) => [name, units]),
    ).toEqual([
      ['甲', 7],
      ['乙', 1],
      ['戊', 1],
    ])
  })

  test('does not depend on the order of votes, and no unit is lost or doubled', () => {
    const someVote = fc.record({
      weight: fc.integer({ min: 1, max: 20 }),
      answers: fc.tuple(fc.record({ picks: fc.subarray(['a', 'b', 'c', 'd']), names: fc.subarray(['戊', '己']) })),
    })
    fc.assert(
      fc.property(fc.array(someVote, { maxLength: 30 }), votes => {
        const question = { ...base, max: 6 }
        const forward = count(question, votes)
        const backward = count(question, votes.toReversed())
        const units = (of: typeof forward) => new Map(of.questions[0]!.options.map(({ name, ...rest }) => [name, rest]))
        expect(units(backward)).toEqual(units(forward))
        const given = votes.reduce(
          (sum, { weight, answers: [{ picks, names }] }) => sum + weight * (picks.length + names.length),
          0,
        )
        expect(forward.questions[0]!.options.reduce((sum, option) => sum + option.units, 0)).toBe(given)
        expect(forward.questions[0]!.options.filter(({ isElected }) => isElected).length).toBeLessThanOrEqual(2)
      }),
    )
  })
})

describe('a ranked choice', () => {
  const rank = (weight: number, ...picks: string[]) => ({ weight, picks })

  test('passes on the votes of who is eliminated, until somebody has more than half', () => {
    const { winner, rounds } = runOff(['a', 'b', 'c'], [rank(4, 'a'), rank(3, 'b', 'c'), rank(2, 'c', 'b')])
    expect(winner).toBe('b')
    expect(rounds.map(({ units, out }) => ({ units, out }))).toEqual([
      { units: { a: 4, b: 3, c: 2 }, out: ['c'] },
      { units: { a: 4, b: 5 }, out: [] },
    ])
  })

  test('names a tie instead of breaking it by the order of the list', () => {
    expect(runOff(['a', 'b'], [rank(2, 'a'), rank(2, 'b')])).toMatchObject({ winner: undefined, tied: ['a', 'b'] })
    const last = runOff(['a', 'b', 'c'], [rank(4, 'a'), rank(3, 'b', 'c'), rank(3, 'c', 'b')])
    expect(last).toMatchObject({ winner: undefined, tied: ['b', 'c'] })
    expect(runOff(['a', 'b'], [])).toMatchObject({ winner: undefined, tied: [] })
  })

  test('is won by whom more than half prefer at first, whatever else was written, and ends', () => {
    const ranking = fc.record({
      weight: fc.integer({ min: 1, max: 9 }),
      picks: fc.shuffledSubarray(['a', 'b', 'c', 'd']),
    })
    fc.assert(
      fc.property(fc.array(ranking, { maxLength: 40 }), votes => {
        const { winner, rounds } = runOff(['a', 'b', 'c', 'd'], votes)
        const firsts = Object.entries(rounds[0]!.units)
        const all = firsts.reduce((sum, [, n]) => sum + n, 0)
        const most = firsts.find(([, n]) => n * 2 > all)
        if (most) expect(winner).toBe(most[0])
        expect(rounds.length).toBeLessThanOrEqual(4)
      }),
    )
  })
})
