import type { z } from 'zod'

/** Who may call an endpoint: the one place where permission is decided (design.md section 4). */
export type Who = 'anyone' | 'member' | `staff:${string}`

export type Endpoint = {
  who: Who
  /** One Chinese line for the API's documentation. */
  summary: string
  input: z.ZodType
  /** `'file'`: the answer is a document, not an envelope. */
  output: z.ZodType | 'file'
  /** Other paths that answer the same, where the specification abbreviates. */
  also?: `/${string}`[]
  /** The same answer for everybody until content changes: kept by the page cache. Only for GET and `anyone`. */
  cached?: boolean
  /** A sample input for the documentation. */
  example?: Record<string, unknown>
}

export type Key = `${'GET' | 'POST'} /${string}`
export type Contract = Record<Key, Endpoint>

/** A document to answer with, `inline` or as a download. */
export type Download = {
  name: string
  type: string
  size: number
  body: NodeJS.ReadableStream
  inline: boolean
  etag: string
}

/** What a caller gives: numbers may still be text. */
export type Input<E extends Endpoint> = z.input<E['input']>
/** What a handler gets, checked. */
export type Parsed<E extends Endpoint> = z.output<E['input']>
export type Output<E extends Endpoint> = E['output'] extends z.ZodType ? z.output<E['output']> : Download
