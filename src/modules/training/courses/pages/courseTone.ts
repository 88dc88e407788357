import type { Tone } from '#ui/Tag.tsx'

const TONES: Record<string, Tone> = { open: 'good', notOpen: 'water', full: 'warn', running: 'water', cancelled: 'bad' }

export const courseTone = (status: string): Tone => TONES[status] ?? 'plain'
