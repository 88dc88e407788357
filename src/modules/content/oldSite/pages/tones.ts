import { tones as batchTones } from '#modules/imports/pages/tones.ts'
import type { Tone } from '#ui/Tag.tsx'
import type { OldSiteState, Verdict } from '../states.ts'

export const tones: Record<OldSiteState, Tone> = {
  ...batchTones,
  reading: 'water',
  ruling: 'warn',
  checking: 'water',
}

export const verdictTones: Record<Verdict, Tone> = {
  new: 'water',
  bad: 'bad',
  known: 'plain',
  done: 'good',
  left: 'plain',
}
