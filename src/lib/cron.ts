/** Times at which something is done again and again, as `minute hour day month weekday`, by the clock of Shanghai. */

const OFFSET = 8 * 3_600_000
const MINUTE = 60_000
const DAY = 1_440
const WEEKDAYS = '日一二三四五六'

const two = (part: string) => part.padStart(2, '0')
const isNumber = (part: string) => /^\d+$/.test(part)

/** `30 3 * * *` → 每天 03:30. What is more involved is shown as it stands. */
export function cronInWords(cron: string): string {
  const [minute, hour, day, month, weekday] = cron.split(' ') as [string, string, string, string, string]
  const every = minute.match(/^\*(?:\/(\d+))?$/)
  if (every && [hour, day, month, weekday].every(part => part === '*'))
    return `每${every[1] ? ` ${every[1]} ` : ''}分钟`
  if (!isNumber(minute) || month !== '*') return cron
  if (hour === '*') return `每小时第 ${minute} 分`
  if (!isNumber(hour)) return cron
  const time = `${two(hour)}:${two(minute)}`
  if (day === '*' && weekday === '*') return `每天 ${time}`
  if (day === '*' && isNumber(weekday)) return `每周${WEEKDAYS[Number(weekday) % 7]} ${time}`
  return weekday === '*' && isNumber(day) ? `每月 ${day} 日 ${time}` : cron
}

/** When it is due next after a moment; null where that is further off than a year. */
export function nextTime(cron: string, after: Date): Date | null {
  const [minutes, hours, ...days] = cron.split(' ').map(allowed)
  const begin = Math.floor(after.getTime() / MINUTE) + 1
  for (let at = begin; at < begin + 367 * DAY; ) {
    const here = new Date(at * MINUTE + OFFSET)
    const [day, month, weekday] = [here.getUTCDate(), here.getUTCMonth() + 1, here.getUTCDay()]
    const left = DAY - here.getUTCHours() * 60 - here.getUTCMinutes()
    // A day on which it is not due is passed over whole.
    if (![day, month, weekday].every((value, i) => days[i]!(value))) at += left
    else if (hours!(here.getUTCHours()) && minutes!(here.getUTCMinutes())) return new Date(at * MINUTE)
    else at++
  }
  return null
}

/** What a part of it allows: `*`, `5`, `1-5`, lists of those, each by steps, `/15`. */
function allowed(part: string): (value: number) => boolean {
  const ranges = part.split(',').map(range => {
    const [, from, to, step] = range.match(/^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/) ?? []
    const first = Number(from ?? 0)
    const last = to ? Number(to) : from && !step ? first : Number.POSITIVE_INFINITY
    return (value: number) => value >= first && value <= last && (value - first) % Number(step ?? 1) === 0
  })
  return value => ranges.some(fits => fits(value))
}
