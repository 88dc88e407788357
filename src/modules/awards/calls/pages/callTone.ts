import type { CallState } from '#modules/awards/rules.ts'
import type { Tone } from '#ui/Tag.tsx'

export const callTone = ({ status, statusName }: { status: CallState; statusName: string }): Tone =>
  status === 'draft' ? 'warn' : statusName === '申报中' ? 'good' : 'plain'
