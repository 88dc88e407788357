import type { Tone } from '#ui/Tag.tsx'
import type { ReleaseState, ReportState } from '../statisticsWords.ts'

export const reportTones: Record<ReportState, Tone> = {
  open: 'plain',
  submitted: 'warn',
  returned: 'bad',
  accepted: 'good',
}
export const releaseTones: Record<ReleaseState, Tone> = {
  planned: 'warn',
  public: 'good',
  cancelled: 'plain',
  replaced: 'plain',
}
