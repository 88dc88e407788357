import { setMaxListeners } from 'node:events'
import { attacks, type Target } from './attacks.ts'

/** Message to the process, sent once: which attack, how long in s, and the target. */
export type Order = { name: string; seconds: number; target: Target }

process.once('message', async order => {
  const { name, seconds, target } = order as Order
  const { run } = attacks.find(attack => attack.name === name)!
  const over = AbortSignal.timeout(seconds * 1_000)
  // Every request in progress listens to this signal.
  setMaxListeners(0, over)
  const counts = await run(target, over)
  process.send!(counts, () => process.exit())
})
