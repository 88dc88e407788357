import { daysBetween } from '#lib/dates.ts'
import { type CertificateEvent, type CertificateStatus, statusAfter, statusNames } from './status.ts'

type Dates = { validFrom: string; validTo: string | null }
type EventWithReason = CertificateEvent & { reason: string }

/** Returns the event that led to the status on that day; undefined if only the dates did. `events` must be in order. */
export function lastStatusChange<Event extends EventWithReason>(events: Event[], day: string): Event | undefined {
  const until = events.filter(({ effectiveOn }) => effectiveOn <= day)
  const standing = statusAfter(until)
  if (standing === 'valid') return undefined
  return until.findLast((_, i) => statusAfter(until.slice(0, i)) !== standing)
}

/** The answer in one line: what it was on that day, then since when and why, or until when. */
export function verdictOf(
  status: CertificateStatus,
  { validFrom, validTo }: Dates,
  events: EventWithReason[],
  day: string,
): string[] {
  switch (status) {
    case 'notYet':
      return [statusNames.notYet, `${validFrom} 起有效`]
    case 'valid':
      return [statusNames.valid, validTo ? `${validTo} 到期` : '长期']
    case 'expiring':
      return [statusNames.valid, inDays(daysBetween(day, validTo!))]
    case 'expired':
      return [statusNames.expired, `${validTo} 到期`]
    default: {
      const { effectiveOn, reason } = lastStatusChange(events, day)!
      return [statusNames[status], `自 ${effectiveOn}`, reason].filter(Boolean)
    }
  }
}

const inDays = (days: number) => (days === 0 ? '当天到期' : `${days} 天后到期`)
