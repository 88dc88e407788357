import type { z } from 'zod'
import type { Duties } from './access/duties.ts'
import type { SecondPerson } from './access/secondPerson.ts'

/**
 * Access to an endpoint: the one place where permission is decided. `signedIn`: members and staff alike. `staff`: all
 * staff. `staff:…`: staff with that permission.
 */
export type Who = 'anyone' | 'signedIn' | 'member' | 'staff' | `staff:${string}`

/** Maximum JSON body of a call in KB, unless its endpoint sets `maxBodyKb`. */
export const MAX_BODY_KB = 64

/** `called`: name of one record of the type. */
export type TypeAccess = { called: string; who: `staff:${string}`; confirm?: boolean }

export type Endpoint = {
  who: Who
  /** For a call that serves several types of record: access by the `type` that its input names, in place of `who`. */
  byType?: Readonly<Record<string, TypeAccess>>
  /** For `anyone`, but a token is read if there is one: a private file, a code to one's own phone. */
  knowsMembers?: boolean
  /** Dangerous: the password must have been typed within the last minutes, else 428 asks for it. */
  confirm?: boolean
  /** Makes the call wait until a second person with the same permission agrees, if the association requires it. */
  secondPerson?: SecondPerson
  /** For members: allowed before they agree to a new version of the privacy policy or the terms; otherwise 451. */
  beforeConsent?: boolean
  /** For staff: allowed before they set up their second factor; otherwise 403. */
  beforeEnrolling?: boolean
  /** For staff: allowed while the session is locked after a time without use; otherwise 423. */
  whileLocked?: boolean
  /**
   * For staff whose permission covers some provinces only. `within`: the call is limited to these provinces. `free`:
   * its data belong to no province. Absent: refused to them.
   */
  provinces?: 'within' | 'free'
  /**
   * Duties of a clerk that allow the call: any of these. `all` allows everything but what is the owner's; every clerk
   * has `reading`. Absent: calls that read are allowed to every clerk, calls that write need `all`.
   */
  duties?: Duties
  /** The call is about the signed-in account, not about the company for which it acts. */
  self?: true
  /** Asked by a page of itself, with nobody there perhaps: it does not prolong the session. */
  passive?: boolean
  /** Nobody may learn who calls: the log has no address of the caller. Only for `anyone`. */
  isAnonymous?: true
  /** Summary for the API documentation, one line of Chinese. */
  summary: string
  input: z.ZodType
  /** `'file'`: the answer is a document, not an envelope. */
  output: z.ZodType | 'file'
  /** The document lies ready. All others are made when they are asked for, and wait for their turn. */
  isStored?: true
  /** Aliases of the path, where the specification abbreviates it. */
  also?: `/${string}`[]
  /**
   * The same answer for everybody until content changes: kept by the page cache. Only for GET and `anyone`. `typed`: it
   * answers what somebody typed; it is kept by itself, in little room, and no page or address is.
   */
  cached?: boolean | 'typed'
  /**
   * Rate limit: `max` calls in `per` ms from one address or account; above it the call is refused before its body is
   * read. Calls with the same `name` share one limit.
   */
  limit?: { name: string; max: number; per: number; by?: 'address' | 'account' }
  /** Maximum body in KB, where legitimate calls need more than `MAX_BODY_KB`. */
  maxBodyKb?: number
  /** The body is `multipart/form-data`: one file, which the handler finds in `ctx.upload`. */
  upload?: boolean
  /** Only asks, although it is a POST: its input is no matter for an address. Not counted as a write. */
  isQuestion?: true
  /**
   * It sends messages: staff are told beforehand whom it reaches (`POST /staff/reach`), for which it is made and rolled
   * back. All that it does must be in the database.
   */
  sends?: true
  /**
   * It sends messages and does what the database does not hold, such as a signature or a provider's call, so that it
   * cannot be tried: the dialog says in words whom it tells.
   */
  tells?: true
  /** A sample input for the documentation. */
  example?: Record<string, unknown>
}

/** The endpoint with the access of the type that the input names. Input without a known type is refused by its schema. */
export function withTypeAccess(endpoint: Endpoint, input: unknown): Endpoint {
  const { byType = {} } = endpoint
  const type = (input as { type?: unknown } | undefined)?.type
  if (typeof type !== 'string' || !Object.hasOwn(byType, type)) return endpoint
  const { who, confirm } = byType[type]!
  return { ...endpoint, who, confirm: confirm ?? false }
}

export type Key = `${'GET' | 'POST'} /${string}`
export type Contract = Record<Key, Endpoint>

/**
 * A section of the API documentation. Sections stand in the order of the modules, those for staff last; `after` places one
 * elsewhere, behind the section of that title.
 */
export type Section = { title: string; after?: string }

type Bytes = NodeJS.ReadableStream

/** Headers of a file sent to a browser: content type and `content-disposition`. */
export type FileHeaders = { type: string; disposition: string }

/** A document to answer with, `inline` or as a download. */
export type Download = {
  name: string
  type: string
  /** Size in bytes; absent if the body is generated while it is sent. */
  size?: number
  /** Content. A function is called only when it is sent, with a range if a player requests one. */
  body: Bytes | ((range?: { start: number; end: number }) => Promise<Bytes>)
  inline: boolean
  etag: string
  /** Sent only to this caller, never cached. */
  isPrivate?: boolean
  /** An address by which a browser may fetch it from where it is kept, as this type and under this name. */
  elsewhere?: ((served: FileHeaders) => Promise<string>) | undefined
  /** The address of the value of its seal, which goes with exactly these bytes. */
  related?: string
}

/** Input as a caller sends it: numbers may still be text. */
export type Input<E extends Endpoint> = z.input<E['input']>
/** Input as a handler gets it, validated. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = E['output'] extends z.ZodType ? z.output<E['output']> : Download
