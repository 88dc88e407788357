import type { Tone } from '#ui/Tag.tsx'
import type { ElectionState } from '../electionWords.ts'

export const electionTones: Record<ElectionState, Tone> = {
  preparing: 'plain',
  roll: 'warn',
  nominating: 'warn',
  candidates: 'warn',
  voting: 'warn',
  decided: 'warn',
  confirmed: 'good',
  cancelled: 'plain',
}
