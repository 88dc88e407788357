import { addDays, dayOf } from '../../dates.ts'

/** Numbers of days, weeks and months to keep: all backups of each day, the last one of each week and month. */
export type Rule = { daily: number; weekly: number; monthly: number }
/** `isGood`: verified, whole, and nothing was missing when it was made. `isManual`: somebody wanted it. */
export type Dated = { at: Date; isGood: boolean; isManual?: boolean }

const HOUR = 3_600_000
/** Time in ms for which every backup stays, and one that somebody wanted. */
const KEEP_ALL_MS = 48 * HOUR
const KEEP_MANUAL_MS = 30 * 24 * HOUR

/** Mondays begin weeks. */
const weekOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
const monthOf = (day: string) => day.slice(0, 7)

/**
 * Selects the backups to keep, by the calendar of Shanghai: all of the last 48 hours, so that whoever finds damage and
 * makes one more keeps those from before; those made by hand for 30 days; all good ones of the newest days; and the last
 * good one of each of the newest weeks and months. A backup that is not good is kept until a newer one is good, so that
 * nothing is replaced by something worse.
 */
export function backupsToKeep<Backup extends Dated>(backups: readonly Backup[], rule: Rule, now: Date): Set<Backup> {
  const newestFirst = [...backups].sort((one, other) => other.at.getTime() - one.at.getTime())
  const good = newestFirst.filter(({ isGood }) => isGood)
  const stay = new Set<Backup>()
  const periodsOf = (count: number, periodOf: (day: string) => string) =>
    [...Map.groupBy(good, ({ at }) => periodOf(dayOf(at))).values()].slice(0, count)
  for (const all of periodsOf(rule.daily, day => day)) for (const backup of all) stay.add(backup)
  for (const [last] of [...periodsOf(rule.weekly, weekOf), ...periodsOf(rule.monthly, monthOf)]) stay.add(last!)
  const [newest] = good
  for (const backup of newestFirst) {
    const age = now.getTime() - backup.at.getTime()
    const isRecent = age <= (backup.isManual ? KEEP_MANUAL_MS : KEEP_ALL_MS)
    if (isRecent || !newest || (!backup.isGood && backup.at > newest.at)) stay.add(backup)
  }
  return stay
}

/** The last day that each will still be there, if there is a good one each day from now on. */
export function keptUntil<Backup extends Dated>(
  backups: readonly Backup[],
  rule: Rule,
  now: Date,
): Map<Backup, string> {
  const until = new Map<Backup, string>()
  let all: Dated[] = [...backups]
  const ours = new Set<Dated>(backups)
  const most = rule.daily + 7 * rule.weekly + 31 * rule.monthly + 31
  for (let ahead = 0; ahead <= most && ours.size > 0; ahead++) {
    const day = addDays(dayOf(now), ahead)
    const moment = ahead === 0 ? now : new Date(`${day}T04:00:00+08:00`)
    if (ahead > 0) all = [...all, { at: moment, isGood: true }]
    const stay = backupsToKeep(all, rule, moment)
    for (const backup of backups) if (ours.has(backup) && stay.has(backup)) until.set(backup, day)
    for (const backup of ours) if (!stay.has(backup)) ours.delete(backup)
    all = all.filter(backup => stay.has(backup))
  }
  return until
}
