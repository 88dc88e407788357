import type { Tone } from '#ui/Tag.tsx'
import type { AppointmentRow } from '../staffContract.ts'

export const appointmentTones: Record<AppointmentRow['state'], Tone> = {
  current: 'good',
  ended: 'plain',
  coming: 'water',
}
