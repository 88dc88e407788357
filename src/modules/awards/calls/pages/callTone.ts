import type { Tone } from '#ui/Tag.tsx'
import type { CallState } from '../rules.ts'

/** Of a call: what is open stands out. */
export const callTone = ({ status, statusName }: { status: CallState; statusName: string }): Tone =>
  status === 'draft' ? 'warn' : statusName === '申报中' ? 'good' : 'plain'
