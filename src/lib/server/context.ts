import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Sealer } from './seal.ts'
import type { Store } from './store.ts'

/** Who is asking. Visitors are `anonymous`. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'organisation' | 'person' | 'staff'; accountId: number; userName: string; tokenHash: string }

/** What lives as long as the program. */
export type Services = { db: Db; store: Store; sealer: Sealer; config: Config }

/** What every function of the business takes first, made once a request; inside a transaction: `{ ...ctx, db: tx }`. */
/** `address`: from where, for limits and counts; never kept. */
export type Ctx = Services & { now: Date; actor: Actor; address: string; log: FastifyBaseLogger }

export const anonymous: Actor = { kind: 'anonymous' }
