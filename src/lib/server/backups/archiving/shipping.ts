import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../process/config.ts'
import type { Store } from '../../storage/store.ts'
import { lockOf } from '../lock.ts'
import { walPlaceOf } from '../place.ts'
import { archiveOf, fileName, systemOf } from './names.ts'
import { putSealed } from './sealing.ts'

type Shipped = {
  config: Config
  store: Pick<Store, 'open'>
  /** Files that rows name, all of them or those that came after. */
  named: (after: Date | undefined) => AsyncIterable<{ key: string }>
  warn: (error: unknown) => void
}

/**
 * Interval in ms between searches for new files, and how far back in ms each search goes, since a file is written a
 * moment before its row.
 */
const SHIP_INTERVAL_MS = 10_000
const LOOKBACK_MS = 300_000

/**
 * Keeps a copy of each file of the data folder beside the archived log: what rows name must be there when they are come
 * back to. A file never changes under its key, so each goes once.
 */
export function shipFiles({ config, store, named, warn }: Shipped) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let there: Set<string> | undefined
  let seen: Date | undefined
  const round = async () => {
    const place = (await walPlaceOf(config))!
    const system = await systemOf(join(config.dataDir, 'pg'))
    there ??= new Set((await place.list(`${archiveOf(system)}files/`)).map(({ name }) => name))
    const begun = new Date()
    const lock = await lockOf(config)
    for await (const { key } of named(seen && new Date(seen.getTime() - LOOKBACK_MS))) {
      if (stopped) return
      const name = fileName(system, key)
      if (there.has(name)) continue
      const source = await store.open(key).catch(() => undefined)
      if (!source) continue
      await putSealed(place, name, { source, lock, draft: join(tmpdir(), `hangxie-file-${randomUUID()}`) })
      there.add(name)
    }
    seen = begun
  }
  let running = Promise.resolve()
  const again = () => {
    running = round().catch(error => {
      there = undefined
      warn(error)
    })
    void running.then(() => {
      if (!stopped) timer = setTimeout(again, SHIP_INTERVAL_MS)
    })
  }
  again()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
