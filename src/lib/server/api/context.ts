import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { notSignedIn } from '#lib/error.ts'
import type { Duty } from '../../access/duties.ts'
import type { Db } from '../database/db.ts'
import type { Encryption } from '../encryption/encryption.ts'
import type { Config } from '../process/config.ts'
import type { Store } from '../storage/store.ts'

/** Provinces (by code) and kinds of applications to which a permission is limited; absent: all. */
export type PermissionLimit = { readonly provinces?: readonly string[]; readonly kinds?: readonly string[] }
/** Permissions that are limited: each is good where any of these is. */
export type LimitedPermissions = Readonly<Record<string, readonly PermissionLimit[]>>

/** 经办人: who signed in, where they act for a company. */
export type Clerk = {
  kind: 'organisation' | 'person'
  accountId: number
  userName: string
  /** Name that the company uses for this clerk. */
  name: string
  duties: readonly Duty[]
  isOwner: boolean
  /** Time at which the clerk accepted. */
  since: Date
}

/** Caller of a request. Visitors are `anonymous`. */
export type Actor =
  /**
   * `over`: what to tell who comes with a session that has ended. `locked`: the colleague whose session is locked until
   * the password is typed again.
   */
  | { kind: 'anonymous'; over?: string; locked?: SignedInActor }
  | {
      kind: 'organisation' | 'person' | 'staff'
      accountId: number
      userName: string
      tokenHash: string
      /** Staff only: permissions without limits, named as in the endpoints. */
      permissions: readonly string[]
      /** Staff only: permissions limited to some provinces or kinds of applications. */
      limited?: LimitedPermissions
      /** Staff only: permissions lent by a colleague, each with that colleague's name. */
      standsIn?: Readonly<Record<string, string>>
      /** Colleague for whom this call is made; set when the call needs a lent permission. */
      onBehalfOf?: string
      /** Time at which the password was typed last. */
      confirmedAt?: Date
      /** Staff only: came by the link of a message about one case, not by signing in. */
      byLink?: true
      /** Clerk acting for this company; absent for the company's own login. */
      clerk?: Clerk
      /** Members only: a new version of the terms has taken effect, and the member has not agreed to it yet. */
      mustAgree?: boolean
      /** Staff only: the second factor has still to be set up; all other endpoints are refused. */
      mustEnrol?: boolean
    }
export type SignedInActor = Exclude<Actor, { kind: 'anonymous' }>

/** Services that live as long as the process. */
export type Services = { db: Db; store: Store; encryption: Encryption; config: Config }

/** Request context, the first argument of every business function; `inTransaction` gives the one of a transaction. */
/** `address`: from where, for limits, counts and the audit log. */
export type Ctx = Services & {
  now: Date
  actor: Actor
  address: string
  log: FastifyBaseLogger
  headers: { bearer?: string; userAgent?: string; fetchSite?: string; ticket?: string; account?: string }
  /** Says something beside the answer. */
  setHeader?: (name: string, value: string) => void
  /** Gives the caller's browser the cookie of a session of staff, or takes it back. */
  setCookie?: (token: string | null) => void
  /** Set while a cached public answer is made: caches the parts that it shares with other answers. */
  remember?: Remember
  /** The account of the second person, where one has agreed to the call. */
  agreedBy?: number
  /** The number of the approval under which a file is taken. */
  approvalId?: number
  /** A command of who holds the server: no permission of an account bounds it. */
  isCommand?: true
  /** The call is rolled back: it is no write of the caller. */
  isDryRun?: true
  /** The file that comes with the call, where the endpoint takes one. */
  upload?: Upload
}
/** Answers a question once, until something changes that the answer was made from. */
export type Remember = <T>(question: string, make: () => Promise<T>) => Promise<T>
/** `stream` ends in a refusal where the form was cut off, is malformed or brings more than this one file. */
export type Upload = { name: string; stream: Readable }

export const anonymous: Actor = { kind: 'anonymous' }

/** The account that signed in, be it for itself or for a company. */
export const loginOf = ({ accountId, clerk }: SignedInActor): number => clerk?.accountId ?? accountId

/** Name of the actor as histories show it. */
export const nameOfActor = ({ userName, clerk }: SignedInActor): string => clerk?.name ?? userName

/** Account of the actor; null where the program itself acts. */
export const actingAccount = ({ actor }: Pick<Ctx, 'actor'>): number | null =>
  actor.kind === 'anonymous' ? null : actor.accountId

/** Returns the signed-in actor. Throws `notSignedIn` for a visitor. */
export function signedInActor({ actor }: Pick<Ctx, 'actor'>): SignedInActor {
  if (actor.kind === 'anonymous') throw notSignedIn(actor.over)
  return actor
}
