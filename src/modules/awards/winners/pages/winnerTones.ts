import type { Tone } from '#ui/Tag.tsx'
import type { WinnerState } from '../../winnerStates.ts'

export const winnerTones: Record<WinnerState, Tone> = {
  unpublished: 'warn',
  scheduled: 'water',
  published: 'good',
  withdrawn: 'bad',
}
