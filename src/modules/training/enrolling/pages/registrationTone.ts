import type { EnrolmentStatus } from '#modules/training/enrolmentStatus.ts'
import type { Tone } from '#ui/Tag.tsx'

const TONES: Partial<Record<EnrolmentStatus, Tone>> = {
  offered: 'warn',
  returned: 'warn',
  unpaid: 'warn',
  submitted: 'water',
  waiting: 'water',
  paid: 'water',
  confirmed: 'good',
  checkedIn: 'good',
  finished: 'good',
  rejected: 'bad',
  expired: 'bad',
}

/** Highlights statuses that wait for the registrant. */
export const registrationTone = (status: EnrolmentStatus): Tone => TONES[status] ?? 'plain'
