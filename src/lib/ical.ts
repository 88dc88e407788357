import { addDays } from './dates.ts'

/** A day to remember, in a calendar file. */
export type CalendarDay = {
  /** The same in every copy of the file, so that an import again moves the event and adds no second. */
  uid: string
  day: string
  /** The last day, where it takes several. */
  until?: string
  title: string
  text: string
  url?: string
  /** Days before the event at which to remind. */
  remind: readonly number[]
}

/** An iCalendar file (RFC 5545) of whole days. */
export function makeCalendar({ name, days, now }: { name: string; days: readonly CalendarDay[]; now: Date }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//hangxie//member centre//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...days.flatMap(day => eventOf(day, now)),
    'END:VCALENDAR',
  ]
  return lines.map(line => `${fold(line)}\r\n`).join('')
}

const eventOf = ({ uid, day, until = day, title, text, url, remind }: CalendarDay, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
  // The end of an event is the first day that is no longer part of it.
  `DTSTART;VALUE=DATE:${plain(day)}`,
  `DTEND;VALUE=DATE:${plain(addDays(until, 1))}`,

  `SUMMARY:${escaped(title)}`,
  `DESCRIPTION:${escaped(text)}`,
  ...(url ? [`URL:${url}`] : []),
  'TRANSP:TRANSPARENT',
  ...remind.flatMap(before => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-P${before}D`,
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
  ]),
  'END:VEVENT',
]

const plain = (day: string) => day.replaceAll('-', '')

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

const LINE = 75
const encoder = new TextEncoder()

/**
 * Folds a line at 75 octets of UTF-8; continuation lines begin with a space, and no character is cut (RFC 5545 section
 * 3.1).
 */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > LINE) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
