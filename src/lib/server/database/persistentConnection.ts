import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import { DatabaseUnavailable, isUnreachable } from './connectionErrors.ts'

type ConnectionHandlers = {
  begin: (client: Client) => Promise<unknown>
  lost: () => void
  /** Called once or repeatedly before the next `begin`: the connection is silent, or broken and cannot be made anew. */
  away?: () => void
  /** Done before every attempt to reconnect. */
  revive?: () => Promise<unknown>
}

/** Pause in ms between attempts to reconnect, and timeout in ms of one attempt. */
const RETRY_DELAY_MS = 500
const CONNECT_TIMEOUT_MS = 2_000
/** Interval in ms between heartbeats, and how many may stay unanswered. */
const HEARTBEAT_MS = 500
const MAX_MISSED_HEARTBEATS = 6
/** Timeout in ms for an orderly close. */
const CLOSE_TIMEOUT_MS = 1_000

/** TCP keepalive for every connection: detects a dead peer while no query runs. */
export const TCP_KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 }

/** Closes a connection whose other end may never answer; what waits on it fails. */
export const hangUp = (client: Client) => client.connection.stream.destroy(new DatabaseUnavailable())

/**
 * Keeps one connection open: `begin` runs on it now and after every reconnection, `lost` when it breaks. It does not
 * come from the pool, which could never end while it is checked out. The first failure is thrown to the caller.
 */
export async function keepConnected(
  connection: PoolConfig,
  { begin, lost, away = () => {}, revive }: ConnectionHandlers,
) {
  let ended = false
  let client: Client

  const connect = async () => {
    client = new Client({ ...connection, ...TCP_KEEPALIVE, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    client.on('error', () => {})
    const closed = new Promise<void>(resolve => client.once('end', resolve))
    try {
      await client.connect()
      startHeartbeat(client, away)
      await begin(client)
    } catch (error) {
      await close(client)
      throw error
    }
    void closed.then(reconnect)
  }
  const reconnect = async () => {
    if (!ended) lost()
    while (!ended) {
      try {
        await revive?.()
        return await connect()
      } catch (error) {
        if (isUnreachable(error)) away()
        await wait(RETRY_DELAY_MS)
      }
    }
  }

  await connect()
  return {
    /** Asks the server something on it, and waits for the answer; whatever is wrong with it is `lost`'s to say. */
    ask: async (): Promise<void> => {
      await client.query('select').catch(() => {})
    },
    stop: async (): Promise<void> => {
      ended = true
      await close(client)
    },
  }
}

/**
 * Asks again and again, and hangs up where no answer comes. Counted in beats and not by the clock: while we are too busy
 * ourselves to hear an answer there are none.
 */
function startHeartbeat(client: Client, silent: () => void) {
  let missed: number | undefined
  const timer = setInterval(() => {
    if (missed === undefined) {
      missed = 0
      client.query('').then(
        () => {
          missed = undefined
        },
        () => {},
      )
    } else if (++missed === MAX_MISSED_HEARTBEATS) {
      silent()
      hangUp(client)
    }
  }, HEARTBEAT_MS)
  timer.unref()
  client.once('end', () => clearInterval(timer))
}

/** Closes in order if the peer responds, otherwise after `CLOSE` ms. */
async function close(client: Client): Promise<void> {
  const hard = setTimeout(hangUp, CLOSE_TIMEOUT_MS, client)
  await client.end().catch(() => {})
  clearTimeout(hard)
}
