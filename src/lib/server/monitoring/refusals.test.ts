import { expect, test } from 'vitest'
import { makeRefusalNotes, refusalRegister } from './refusals.ts'

function noting() {
  const lines: { level: string; [key: string]: unknown }[] = []
  const add = (level: string) => (of: object, msg?: string) => void lines.push({ level, msg, ...of })
  const note = makeRefusalNotes({ info: add('info'), warn: add('warn') } as Parameters<typeof makeRefusalNotes>[0])
  return { lines, note }
}
const of = (more = {}) => ({ code: 403, call: 'POST /x', account: 7, address: '10.0.0.1', ...more })

test('a refusal is one line, and its repetitions are counted for the next', () => {
  const { lines, note } = noting()
  for (let n = 0; n < 5; n++) note(of(), 1_000)
  note(of({ code: 404 }), 1_000)
  note(of(), 62_000)
  expect(lines).toMatchObject([
    { level: 'info', msg: 'refused', ...of(), unwritten: 0 },
    { ...of(), unwritten: 4 },
  ])
})

test('however many there are, the log can be read, and a burst is a warning once a minute', async () => {
  const { lines, note } = noting()
  const bursts = async () => {
    const counted = await refusalRegister.metrics()
    return Number(counted.match(/bursts_total\{of="account"\} (\d+)/)?.[1] ?? 0)
  }
  const before = await bursts()
  for (let n = 0; n < 5_000; n++) note(of({ call: `GET /${n}`, account: undefined }), 100_000)
  expect(lines.filter(({ level }) => level === 'info')).toHaveLength(300)
  expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([{ of: 'address', address: '10.0.0.1' }])
  for (let n = 0; n < 70; n++) note(of({ address: `10.0.1.${n}` }), 200_000)
  expect(lines.filter(({ level }) => level === 'warn').slice(1)).toMatchObject([{ of: 'account', account: 7 }])
  expect(await bursts()).toBe(before + 1)
})
