import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { notSignedIn } from '#lib/error.ts'
import type { Duty } from '../../access/duties.ts'
import type { Db } from '../database/db.ts'
import type { Encryption } from '../encryption/encryption.ts'
import type { Config } from '../process/config.ts'
import type { Store } from '../storage/store.ts'

/** In which provinces, by their codes, and for which kinds of applications something is good; absent: for all. */
export type Limit = { readonly provinces?: readonly string[]; readonly kinds?: readonly string[] }
/** Permissions that are limited: each is good where any of these is. */
export type Limited = Readonly<Record<string, readonly Limit[]>>

/** 经办人: who signed in, where they act for a company. */
export type Clerk = {
  kind: 'organisation' | 'person'
  accountId: number
  userName: string
  /** As the company calls them. */
  name: string
  duties: readonly Duty[]
  isOwner: boolean
  /** When they accepted. */
  since: Date
}

/** Who is asking. Visitors are `anonymous`. */
export type Actor =
  /** `over`: what to tell who comes with a session that has ended. */
  | { kind: 'anonymous'; over?: string }
  | {
      kind: 'organisation' | 'person' | 'staff'
      accountId: number
      userName: string
      tokenHash: string
      /** Of staff: what it may do everywhere, as endpoints name it. */
      permissions: readonly string[]
      /** Of staff: what it may do in some provinces or for some kinds of applications only. */
      limited?: Limited
      /** Of staff: permissions that a colleague has lent, with the name of that colleague. */
      standsIn?: Readonly<Record<string, string>>
      /** In this call, which needs what is lent. */
      onBehalfOf?: string
      /** When the password was typed last. */
      confirmedAt?: Date
      /** Who acts for this company; absent where its own login does. */
      clerk?: Clerk
      /** Of members: a new version of what they agreed to has taken effect, and they have not agreed to it. */
      mustAgree?: boolean
      /** Of staff: the second factor is still to be set up, and nothing else answers. */
      mustEnrol?: boolean
    }
/** Who is signed in. */
export type Signed = Exclude<Actor, { kind: 'anonymous' }>

/** What lives as long as the program. */
export type Services = { db: Db; store: Store; encryption: Encryption; config: Config }

/** What every function of the business takes first, made once a request; inside a transaction: `{ ...ctx, db: tx }`. */
/** `address`: from where, for limits, counts and the audit log. */
export type Ctx = Services & {
  now: Date
  actor: Actor
  address: string
  log: FastifyBaseLogger
  /** How the browser asks, where that matters. */
  headers: { bearer?: string; userAgent?: string; fetchSite?: string; ticket?: string; account?: string }
  /** Says something beside the answer. */
  setHeader?: (name: string, value: string) => void
  /** Gives the caller's browser the cookie of a session of staff, or takes it back. */
  setCookie?: (token: string | null) => void
  /** Where a public answer is made that is kept: of what it is made, as much is kept as other answers are made of, too. */
  remember?: Remember
  /** The account of the second person, where one has agreed to the call. */
  agreedBy?: number
  /** The number of the approval under which a file is taken. */
  approvalId?: number
  /** A command of who holds the server: no permission of an account bounds it. */
  isCommand?: true
  /** The file that comes with the call, where the endpoint takes one. */
  upload?: Upload
}
/** Answers a question once, until something changes that the answer was made from. */
export type Remember = <T>(question: string, make: () => Promise<T>) => Promise<T>
/** `stream` ends in a refusal where the form was cut off, is malformed or brings more than this one file. */
export type Upload = { name: string; stream: Readable }

export const anonymous: Actor = { kind: 'anonymous' }

/** The account that signed in, be it for itself or for a company. */
export const loginOf = ({ accountId, clerk }: Signed): number => clerk?.accountId ?? accountId

/** What the histories call who acts. */
export const nameOfActor = ({ userName, clerk }: Signed): string => clerk?.name ?? userName

/** Whose account acts; null where the program does by itself. */
export const actingAccount = ({ actor }: Pick<Ctx, 'actor'>): number | null =>
  actor.kind === 'anonymous' ? null : actor.accountId

/** Who is signed in, where the endpoint lets nobody else in. */
export function signed({ actor }: Pick<Ctx, 'actor'>): Signed {
  if (actor.kind === 'anonymous') throw notSignedIn(actor.over)
  return actor
}
