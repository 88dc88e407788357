import { addDays, daysBetween } from '#lib/dates.ts'

/** Status of a certificate by its events alone, without the dates of validity; stored with it. */
export type StoredStatus = 'valid' | 'suspended' | 'revoked' | 'cancelled' | 'replaced'
/** Status of a certificate on a given day. */
export type CertificateStatus = StoredStatus | 'notYet' | 'expiring' | 'expired'
/**
 * `corrected`: what was printed was wrong all along. `changed`: it was right, and is different from that day on.
 * `reissued`: the same on new paper.
 */
export const eventKinds = [
  ...(['issued', 'suspended', 'resumed', 'revoked', 'cancelled', 'replaced'] as const),
  ...(['corrected', 'changed', 'reviewed', 'reissued'] as const),
] as const
export type CertificateEvent = {
  kind: (typeof eventKinds)[number]
  /** The first day on which it counts. */
  effectiveOn: string
}
type Dates = { issuedOn: string; validFrom: string; validTo: string | null }

export const statusNames: Record<CertificateStatus, string> = {
  notYet: '尚未生效',
  valid: '有效',
  expiring: '有效，即将到期',
  expired: '已过期',
  suspended: '已暂停',
  revoked: '已撤销',
  cancelled: '已注销',
  replaced: '已被替代',
}

/**
 * Returns whether a certificate can be relied on (`good`), needs an enquiry (`warn`) or must not be relied on (`bad`).
 */
export const toneOf = (status: CertificateStatus): 'good' | 'warn' | 'bad' => {
  if (status === 'valid' || status === 'expiring') return 'good'
  return status === 'suspended' || status === 'notYet' ? 'warn' : 'bad'
}

export const eventNames: Record<CertificateEvent['kind'], string> = {
  issued: '发证',
  suspended: '暂停',
  resumed: '恢复',
  revoked: '撤销',
  cancelled: '注销',
  replaced: '被替代',
  corrected: '更正',
  changed: '变更',
  reviewed: '年度审核',
  reissued: '补发',
}

/** Days before the end from which a certificate is 即将到期. */
export const EXPIRING_DAYS = 90

/** The last day of so many years: 2026-03-01 and 4 years make 2030-02-28. */
export function lastDay(validFrom: string, years: number): string {
  const [year, month, day] = validFrom.split('-').map(Number)
  return addDays(new Date(Date.UTC(year! + years, month! - 1, day)).toISOString().slice(0, 10), -1)
}

/** The last day of what lasts so many years; null: it never ends. */
export const endAfter = (validFrom: string, years: number | null): string | null =>
  years === null ? null : lastDay(validFrom, years)

/**
 * Transitions allowed from each status. An ended certificate stays ended, but all can still be revoked, because fraud
 * is found late.
 */
const transitions: Record<StoredStatus, Partial<Record<CertificateEvent['kind'], StoredStatus>>> = {
  valid: { suspended: 'suspended', revoked: 'revoked', cancelled: 'cancelled', replaced: 'replaced' },
  suspended: { resumed: 'valid', revoked: 'revoked', cancelled: 'cancelled', replaced: 'replaced' },
  cancelled: { revoked: 'revoked' },
  replaced: { revoked: 'revoked' },
  revoked: {},
}

/** Acts after which a certificate no longer counts. */
export const endingActs = ['suspended', 'revoked', 'cancelled'] as const

/** Tells whether an event leaves the validity unchanged. */
export const isRemark = (kind: CertificateEvent['kind']) =>
  ['corrected', 'changed', 'reviewed', 'reissued'].includes(kind)

export const allowsEvent = (standing: StoredStatus, kind: CertificateEvent['kind']) =>
  isRemark(kind) || transitions[standing][kind] !== undefined

/** The sum of events, given in their order. */
export const statusAfter = (events: CertificateEvent[]): StoredStatus =>
  events.reduce<StoredStatus>((standing, { kind }) => transitions[standing][kind] ?? standing, 'valid')

/** Returns the status on a day; `events` must be in order. */
export const statusOn = (certificate: Dates, events: CertificateEvent[], day: string) =>
  named(decide(certificate, statusAfter(events.filter(({ effectiveOn }) => effectiveOn <= day)), day))

/** The same for today, by what is stored: no event is of a day to come. */
export const statusToday = (certificate: Dates & { status: StoredStatus }, today: string) =>
  named(decide(certificate, certificate.status, today))

const named = (status: CertificateStatus) => ({ status, statusName: statusNames[status] })

function decide({ issuedOn, validFrom, validTo }: Dates, standing: StoredStatus, day: string): CertificateStatus {
  if (standing !== 'valid' && standing !== 'suspended') return standing
  if (day < validFrom || day < issuedOn) return 'notYet'
  if (validTo !== null && validTo < day) return 'expired'
  if (standing === 'suspended') return 'suspended'
  return validTo !== null && daysBetween(day, validTo) <= EXPIRING_DAYS ? 'expiring' : 'valid'
}
