import type { Tone } from '#ui/Tag.tsx'
import type { BallotState } from '../ballotWords.ts'

export const ballotTones: Record<BallotState, Tone> = {
  draft: 'plain',
  open: 'water',
  closed: 'warn',
  counted: 'good',
  void: 'bad',
}
