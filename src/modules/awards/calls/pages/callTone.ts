import type { Tone } from '#ui/Tag.tsx'
import type { CallState } from '../rules.ts'

export const callTone = ({ status, statusName }: { status: CallState; statusName: string }): Tone =>
  status === 'draft' ? 'warn' : statusName === '申报中' ? 'good' : 'plain'
