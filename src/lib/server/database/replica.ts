import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Db, openDb, openPool } from './db.ts'
import type { WatchedPoolConfig } from './pool.ts'
import { watch } from './watch.ts'

type Log = { warn: (message: string) => void }
type State = { follows: boolean; shows: boolean; lag: number | null }

/** Interval in ms between checks of a replica that is behind, and of one that is not or does not answer. */
const BEHIND_POLL_MS = 50
const IDLE_POLL_MS = 1_000

export type Replica = ReturnType<typeof openReplica>

/**
 * A streaming replica that answers public questions in place of the primary, as long as it shows every change that this
 * process has been told of: what is kept is dropped by those changes, and must not be made again from older rows. While
 * it is behind, silent or no replica at all, nothing is asked of it.
 */
export function openReplica(connection: WatchedPoolConfig, primary: Pool) {
  const pool = openPool(connection)
  const db = openDb(pool)
  /** Counts the changes that were told; how many of them the replica shows: none before it has been looked at. */
  let told = 1
  let shown = 0
  /** Position in the primary's log after the changes notified so far. */
  let target: { told: number; position: string } | undefined
  let lag: number | null = null
  let isSilent = false
  let ended = false
  let change = Promise.withResolvers<void>()
  let stopWatching = async () => {}

  async function look(): Promise<void> {
    const wanted = told
    if (target?.told !== wanted) target = { told: wanted, position: await positionOf(primary) }
    const { rows } = await pool.query<State>(STATE, [target.position])
    const state = rows[0]!
    if (!state.follows) throw new Error('it follows no primary')
    lag = state.lag
    if (state.shows) shown = target.told
  }

  async function keepLooking(log: Log): Promise<void> {
    while (!ended) {
      try {
        await look()
        if (isSilent) log.warn('the replica answers again')
        isSilent = false
      } catch (error) {
        shown = 0
        lag = null
        if (!isSilent) log.warn(`the replica is not asked: ${error instanceof Error ? error.message : error}`)
        isSilent = true
      }
      await Promise.race([
        change.promise,
        wait(isSilent || shown === told ? IDLE_POLL_MS : BEHIND_POLL_MS, undefined, { ref: false }),
      ])
    }
  }

  /** Retries until the replica can be reached; it may be down at the start. */
  async function watchOver(): Promise<void> {
    while (!ended) {
      try {
        const { stop } = await watch(pool, connection, { warn: () => {} })
        // Connected while the program was ending: stop it here, since nobody else would.
        if (ended) return await stop()
        stopWatching = stop
        return
      } catch {
        await wait(IDLE_POLL_MS, undefined, { ref: false })
      }
    }
  }

  let looking = Promise.resolve()
  return {
    /** Begins to look at it; before that it is not asked. */
    follow(log: Log): void {
      looking = keepLooking(log)
      void watchOver()
    },
    /** The replica, while it shows every notified change; otherwise undefined. */
    reader: (): Db | undefined => (shown === told && !pool.isAway ? db : undefined),
    /** Reports a commit that the replica may not show yet. */
    changed(): void {
      told++
      change.resolve()
      change = Promise.withResolvers()
    },
    /** Seconds since the commit of what the replica shows; null: unknown. */
    lag: () => lag,
    stop: async (): Promise<void> => {
      ended = true
      change.resolve()
      await stopWatching()
      await looking
      await pool.end()
    },
  }
}

const STATE = `select pg_is_in_recovery() as follows, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as shows,
  case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as lag`

/** The end of the primary's log: whatever is committed by now stands before it. */
async function positionOf(primary: Pool): Promise<string> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
  return rows[0]!.position
}
