import { expect, test } from 'vitest'
import { makeRounds } from '../process/rounds.ts'

const log = { error: () => {} }
const soon = () => new Promise(resolve => setImmediate(resolve))

test('whoever wakes it in the very moment when it goes to rest is served, whenever that is', async () => {
  for (let moment = 0; moment < 8; moment++) {
    let rounds = 0
    const { wake } = makeRounds(
      async () => {
        if (++rounds > 1) return
        let later = Promise.resolve()
        for (let i = 0; i < moment; i++) later = later.then(() => {})
        void later.then(() => wake())
      },
      log,
      'failed',
    )
    wake()
    await soon()
    expect(rounds, `${moment} moments later`).toBe(2)
  }
})

test('a round that fails is told, and the next one begins', async () => {
  const told: unknown[] = []
  let rounds = 0
  const { wake, rest } = makeRounds(
    async () => {
      if (++rounds === 1) throw new Error('away')
    },
    { error: (of: unknown) => void told.push(of) },
    'failed',
  )
  wake()
  await soon()
  wake()
  await rest()
  expect([rounds, told.length]).toEqual([2, 1])
})
