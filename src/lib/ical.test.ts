import { expect, test } from 'vitest'
import { makeCalendar } from './ical.ts'

const now = new Date('2026-11-21T04:05:06.789Z')
const day = { uid: 'certificate-7@site.test', day: '2026-12-31', title: '到期', text: '', remind: [] }
const write = (of: object = {}) => makeCalendar({ name: '证书', days: [{ ...day, ...of }], now })
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('a day is the whole of it, and ends with the next', () => {
  expect(unfolded(write())).toEqual(
    expect.arrayContaining(['DTSTART;VALUE=DATE:20261231', 'DTEND;VALUE=DATE:20270101', 'DTSTAMP:20261121T040506Z']),
  )
})

test('text is escaped: commas, semicolons, backslashes and new lines', () => {
  expect(unfolded(write({ title: 'a,b;c\\d\ne' }))).toContain('SUMMARY:a\\,b\\;c\\\\d\\ne')
})

test('no line is longer than 75 octets, no character is cut, and nothing is lost', () => {
  const text = `${'锅炉化学清洗𠮷'.repeat(40)}end`
  const file = write({ text })
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file).not.toContain('\uFFFD')
  expect(unfolded(file)).toContain(`DESCRIPTION:${text}`)
})

test('each reminder is an alarm of its own, so many days before', () => {
  const lines = unfolded(write({ remind: [90, 7] }))
  expect(lines.filter(line => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-P90D', 'TRIGGER:-P7D'])
  expect(lines.filter(line => line === 'BEGIN:VALARM')).toHaveLength(2)
})

test('every line ends with CR LF, the last one too', () => {
  expect(write().endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(write().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})
