import { Client, type ClientBase, Pool, type PoolConfig } from 'pg'
import { DatabaseUnavailable } from './connectionErrors.ts'
import { hangUp } from './persistentConnection.ts'
import { noteStatement } from './reads.ts'

type Connected = (error: Error | null, client?: Client) => void
type State = { living: Set<Client>; isAway: boolean }
/** `unnamed`: statements are not prepared under a name, which the next connection of a pooler would not know. */
export type WatchedPoolConfig = PoolConfig & { unnamed?: boolean }

/**
 * A pool that can be told that the database does not answer: then all connections are closed, which fails what is under
 * way on them, and nobody waits for another until it answers again. Packets that are dropped close nothing by themselves.
 */
export class WatchedPool extends Pool {
  readonly #state: State

  constructor({ unnamed = false, ...config }: WatchedPoolConfig) {
    const state: State = { living: new Set(), isAway: false }
    super({ ...config, Client: clientsOf(state) })
    this.#state = state
    // A connection that dies while idle is replaced by the pool, and one in use fails its next query; unheard, the error
    // of either would end the program.
    this.on('error', () => {}).on('connect', client => client.on('error', () => {}))
    if (unnamed) this.on('connect', forgetNames)
    noteStatements(this)
  }

  get isAway(): boolean {
    return this.#state.isAway
  }

  giveUp(): void {
    this.#state.isAway = true
    for (const client of this.#state.living) hangUp(client)
  }

  /** Closes one that does not answer, whatever waits on it. */
  drop(one: ClientBase): void {
    for (const client of this.#state.living) if (client === one) hangUp(client)
  }

  resume(): void {
    this.#state.isAway = false
  }
}

/** Clients that are known to `state` as long as they live. */
const clientsOf = (state: State) =>
  class extends Client {
    override connect(): Promise<Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<Client> | undefined {
      if (state.isAway) {
        if (!callback) return Promise.reject(new DatabaseUnavailable())
        setImmediate(callback, new DatabaseUnavailable())
        return undefined
      }
      state.living.add(this)
      this.once('end', () => state.living.delete(this))
      if (!callback) return super.connect().then(() => this)
      super.connect(callback)
      return undefined
    }
  }

/** Notes the statement before a connection is awaited, while the answer that it belongs to is still known. */
function noteStatements(pool: Pool) {
  const { query } = pool
  const noting = (...given: unknown[]) => {
    noteStatement(given[0])
    return Reflect.apply(query, pool, given)
  }
  Object.assign(pool, { query: noting })
}

function forgetNames(client: ClientBase) {
  const { query } = client
  Object.assign(client, { query: (...given: unknown[]) => Reflect.apply(query, client, given.map(withoutName)) })
}

const withoutName = (given: unknown) =>
  typeof given === 'object' && given !== null && 'name' in given && 'text' in given
    ? { ...given, name: undefined }
    : given
