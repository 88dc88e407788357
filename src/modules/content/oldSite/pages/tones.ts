import type { Tone } from '#ui/Tag.tsx'
import type { OldSiteState, Verdict } from '../states.ts'

export const tones: Record<OldSiteState, Tone> = {
  reading: 'water',
  ruling: 'warn',
  checking: 'water',
  checked: 'warn',
  running: 'water',
  done: 'good',
  cancelled: 'plain',
  failed: 'bad',
  undone: 'plain',
  interrupted: 'bad',
}

export const verdictTones: Record<Verdict, Tone> = {
  new: 'water',
  bad: 'bad',
  known: 'plain',
  done: 'good',
  left: 'plain',
}
