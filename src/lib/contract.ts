import type { z } from 'zod'
import type { Duties } from './access/duties.ts'
import type { SecondPerson } from './access/secondPerson.ts'

/**
 * Who may call an endpoint: the one place where permission is decided (design.md section 4). `signedIn`: members and
 * staff alike. `staff`: everyone of the staff. `staff:…`: who has that permission.
 */
export type Who = 'anyone' | 'signedIn' | 'member' | 'staff' | `staff:${string}`

/** In KB: how large the JSON of a call may be, unless its endpoint says otherwise. */
export const MAX_BODY_KB = 64

export type Endpoint = {
  who: Who
  /** For `anyone`, and yet a token is read where there is one: a private file, a code to the own phone. */
  knowsMembers?: boolean
  /** Dangerous: the password must have been typed within the last minutes, else 428 asks for it. */
  confirm?: boolean
  /** Where the association wants it, this is kept until somebody else with the same permission agrees. */
  secondPerson?: SecondPerson
  /** Of members: also before they have agreed to a new version of the privacy policy or the terms; else 451 asks them. */
  beforeConsent?: boolean
  /** Of staff: also before they have set up their second factor; else 403. */
  beforeEnrolling?: boolean
  /**
   * For who has the permission in some provinces only. `within`: it shows and does no more than that. `free`: nothing in
   * it is of a province. Absent: it is refused to them.
   */
  provinces?: 'within' | 'free'
  /**
   * Of who acts for a company, which may call it: any of these. `all` may call everything but what is the owner's, and
   * `reading` has everybody. Absent: what reads is for everybody, what writes for who has `all`.
   */
  duties?: Duties
  /** It is about who signed in, not about the company for which they act. */
  self?: true
  /** Asked by a page of itself, with nobody there perhaps: it does not prolong the session. */
  passive?: boolean
  /** One Chinese line for the API's documentation. */
  summary: string
  input: z.ZodType
  /** `'file'`: the answer is a document, not an envelope. */
  output: z.ZodType | 'file'
  /** The document lies ready. All others are made when they are asked for, and wait for their turn. */
  isStored?: true
  /** Other paths that answer the same, where the specification abbreviates. */
  also?: `/${string}`[]
  /**
   * The same answer for everybody until content changes: kept by the page cache. Only for GET and `anyone`. `typed`: it
   * answers what somebody typed; it is kept by itself, in little room, and no page or address is.
   */
  cached?: boolean | 'typed'
  /**
   * How often it may be called, in `per` ms, from one address or by one account: who has used that up is refused before
   * the body is read. Calls with the same `name` share one limit.
   */
  limit?: { name: string; max: number; per: number; by?: 'address' | 'account' }
  /** In KB: how large a body may be where `MAX_BODY_KB` is too little for what is honestly sent. */
  maxBodyKb?: number
  /** The body is `multipart/form-data`: one file, which the handler finds in `ctx.upload`. */
  upload?: boolean
  /** A sample input for the documentation. */
  example?: Record<string, unknown>
}

export type Key = `${'GET' | 'POST'} /${string}`
export type Contract = Record<Key, Endpoint>

type Bytes = NodeJS.ReadableStream

/** As what a file is answered, and under which name (`content-disposition`). */
export type Served = { type: string; disposition: string }

/** A document to answer with, `inline` or as a download. */
export type Download = {
  name: string
  type: string
  /** In bytes; absent where it is made while it is sent. */
  size?: number
  /** As a function: opened only when it is sent, and in parts where a player asks for parts. */
  body: Bytes | ((range?: { start: number; end: number }) => Promise<Bytes>)
  inline: boolean
  etag: string
  /** Only for who asked: kept by no cache. */
  isPrivate?: boolean
  /** An address by which a browser may fetch it from where it is kept, as this type and under this name. */
  elsewhere?: ((served: Served) => Promise<string>) | undefined
  /** The address of the value of its seal, which goes with exactly these bytes. */
  related?: string
}

/** What a caller gives: numbers may still be text. */
export type Input<E extends Endpoint> = z.input<E['input']>
/** What a handler gets, checked. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = E['output'] extends z.ZodType ? z.output<E['output']> : Download
