import type { Tone } from '#ui/Tag.tsx'
import type { BatchState } from '../states.ts'

export const tones: Record<BatchState, Tone> = {
  parsing: 'water',
  checked: 'warn',
  running: 'water',
  done: 'good',
  cancelled: 'plain',
  failed: 'bad',
  undone: 'plain',
  interrupted: 'bad',
}
