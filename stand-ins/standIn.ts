import type { FastifyInstance } from 'fastify'

export type Stage = {
  /** Where it is reached, without a slash at the end: `http://127.0.0.1:3900/wechat`. */
  origin: string
  /** Where the site that uses it is reached. */
  site: string
  /** A folder of its own, for keys that outlive it. */
  folder: string
}

/**
 * The other side of a provider, on loopback: it speaks what the provider has published, signs as it signs, checks what it is
 * sent as it checks, and has pages on which somebody plays the person with the phone.
 */
export type StandIn = {
  /** The folder of its addresses. */
  name: string
  /** As people read it. */
  title: string
  /** Adds its addresses, relative to `origin`; bodies come as buffers. Answers the variables with which a site uses it. */
  open: (app: FastifyInstance, stage: Stage) => Promise<Record<string, string>>
}
