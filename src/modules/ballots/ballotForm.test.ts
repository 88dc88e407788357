import { expect, test } from 'vitest'
import { election, motion } from '#test/support/balloting.ts'
import { ballotFormFaults, draftOf, formOf } from './ballotForm.ts'

const draft = {
  title: '换届',
  explanation: '',
  secrecy: 'secret' as const,
  means: ['online' as const],
  asksCode: true,
  isPublic: false,
  opensAt: '2026-06-01T09:00:00+08:00',
  closesAt: '2026-06-08T17:00:00+08:00',
  quorum: { numerator: 2, denominator: 3, isStrict: false },
  questions: [
    { ...motion, id: 'q1' },
    { ...election, id: 'q2', options: election.options.map(({ name }, i) => ({ id: `o${i + 1}`, name })) },
  ],
}

test('a draft is the same after it went through its form', () => {
  expect(draftOf(formOf(draft))).toEqual(draft)
})

test('a time that somebody picks, which has no offset, is the time of the association', () => {
  const picked = { ...formOf(draft), opensAt: '2026-06-01T09:00', closesAt: '2026-06-08T17:00' }
  expect(draftOf(picked)).toEqual(draft)
})

test('shares that are none are named at their row, before anything is sent', () => {
  const values = formOf(draft)
  const rows = values.questions as { share: string }[]
  expect(
    ballotFormFaults({ ...values, quorum: '一半', questions: rows.map(row => ({ ...row, share: '3/2' })) }),
  ).toEqual({
    quorum: expect.stringContaining('分数'),
    'questions.0.share': expect.stringContaining('超过 1'),
    'questions.1.share': expect.stringContaining('超过 1'),
  })
})
