import { setMaxListeners } from 'node:events'
import { attacks, type Target } from './attacks.ts'

/** What the process is told, once: which attack of the table, for how long, and against whom. */
export type Order = { name: string; seconds: number; target: Target }

process.once('message', async order => {
  const { name, seconds, target } = order as Order
  const { run } = attacks.find(attack => attack.name === name)!
  const over = AbortSignal.timeout(seconds * 1_000)
  // Each request that is under way listens to it.
  setMaxListeners(0, over)
  const counts = await run(target, over)
  process.send!(counts, () => process.exit())
})
