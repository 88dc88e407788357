import type { Tone } from '#ui/Tag.tsx'
import type { ComplaintState } from '../complaintWords.ts'

export const complaintTones: Record<ComplaintState, Tone> = { open: 'warn', closed: 'good' }
