import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MeetingRule } from './meetingRule.ts'
import { type MotionAnswer, motionAnswers } from './meetingWords.ts'
import { countNamed } from './server/motionClosing.ts'
import { decisionBy, type MotionVoter, resultOf, sizeOf } from './server/motionVotes.ts'

const share = fc.record({ numerator: fc.integer({ min: 1, max: 3 }), denominator: fc.integer({ min: 3, max: 4 }) })
const rule = fc.record({
  majority: share,
  isStrict: fc.boolean(),
  of: fc.constantFrom('present' as const, 'entitled' as const),
  quorum: fc.option(share),
  counting: fc.constantFrom('seats' as const, 'weights' as const),
})
const voter = fc.record({
  weight: fc.integer({ min: 1, max: 20 }),
  answer: fc.option(fc.constantFrom<MotionAnswer>(...motionAnswers)),
  isRecused: fc.boolean(),
})

const ruleOf = ({ majority, isStrict, of, quorum, counting }: typeof rule extends fc.Arbitrary<infer R> ? R : never) =>
  ({
    entitled: null,
    quorum: quorum && { ...quorum, isStrict: false },
    vote: {
      // A majority is more than half, as the form of the rule has it.
      majority: {
        ...majority,
        numerator: Math.max(majority.numerator, 2),
        isStrict: isStrict || majority.denominator === 4,
      },
      of,
      ballot: 'show',
      isPublished: false,
    },
    counting,
  }) satisfies MeetingRule

const rowsOf = (voters: readonly { weight: number; answer: MotionAnswer | null; isRecused: boolean }[]) =>
  voters.map(({ weight, answer, isRecused }, i) => ({
    seatId: i + 1,
    weight,
    carrierId: null,
    answer: isRecused ? null : answer,
    recusedReason: isRecused ? '所在单位的事项' : '',
  })) as MotionVoter[]

test('whoever votes how, every vote of the base is counted once, and no tie and no minority of the votes cast passes', () => {
  fc.assert(
    fc.property(
      rule,
      fc.array(voter, { minLength: 1, maxLength: 30 }),
      fc.nat(20),
      fc.boolean(),
      (r, some, absent, isWritten) => {
        const voters = rowsOf(some)
        const size = sizeOf(voters)
        const counts = countNamed(voters)
        const entitled = size.units + (isWritten ? 0 : absent)
        const result = resultOf(ruleOf(r), { isWritten }, { ...counts, base: size, entitled })
        const { yes, no, abstained, recused } = result.votes
        const notVoted = voters.reduce((sum, one) => sum + (one.answer || one.recusedReason ? 0 : one.weight), 0)
        expect(yes + no + abstained + recused + notVoted).toBe(size.units)
        expect(result.heads.present).toBe(isWritten ? counts.cast + recused : size.units)
        if (result.passes) {
          expect(yes).toBeGreaterThan(no)
          expect(result.isQuorate).toBe(true)
        }
        expect(decisionBy(result).outcome).toBe(!result.isQuorate ? 'postpone' : result.passes ? 'pass' : 'reject')
        expect(result.words).toMatch(result.isQuorate ? (result.passes ? /，通过$/ : /未通过$/) : /不能形成决议$/)
      },
    ),
    { numRuns: 500 },
  )
})

test('one more vote for it never undoes what has passed', () => {
  fc.assert(
    fc.property(rule, fc.array(voter, { minLength: 1, maxLength: 20 }), (r, some) => {
      const voters = rowsOf(some)
      const at = voters.findIndex(({ answer, recusedReason }) => answer === null && recusedReason === '')
      fc.pre(at !== -1)
      const more = voters.map((one, i) => (i === at ? { ...one, answer: 'yes' as const } : one))
      const entitled = sizeOf(voters).units
      const outcome = (rows: MotionVoter[]) =>
        resultOf(ruleOf(r), { isWritten: false }, { ...countNamed(rows), base: sizeOf(rows), entitled }).passes
      if (outcome(voters)) expect(outcome(more)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
