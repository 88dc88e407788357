import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { listen } from './listen.ts'

test('what was committed before is heard before one goes on, however many ask at once', async () => {
  const connection = inject('connection')
  let heard = 0
  const { stop, caughtUp } = await listen(connection, {
    changed: { listen_test: () => heard++ },
    lost: () => {},
  })
  const before = heard
  const writers = Array.from({ length: 8 }, () => new Client(connection))
  await Promise.all(writers.map(writer => writer.connect()))
  let written = 0
  await Promise.all(
    writers.map(async (writer, i) => {
      for (let turn = 0; turn < 50; turn++) {
        await writer.query(`select pg_notify('listen_test', '${i} ${turn}')`)
        const atLeast = ++written
        await caughtUp()
        expect(heard - before).toBeGreaterThanOrEqual(atLeast)
      }
    }),
  )
  expect(heard - before).toBe(400)
  await Promise.all(writers.map(writer => writer.end()))
  await stop()
})
