import { Cron } from 'croner'

/** Times at which something is done again and again, as `minute hour day month weekday`, by the clock of Shanghai. */

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

/** Next due time after a moment; null if there is none. */
export const nextTime = (cron: string, after: Date): Date | null =>
  new Cron(cron, { timezone: 'Asia/Shanghai' }).nextRun(after)
