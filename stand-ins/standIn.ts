import type { FastifyInstance } from 'fastify'

export type Stage = {
  /** Base URL without a trailing slash: `http://127.0.0.1:3900/wechat`. */
  origin: string
  /** URL of the site that uses it. */
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
  /** Title shown to people. */
  title: string
  /** Adds its addresses, relative to `origin`; bodies come as buffers. Answers the variables with which a site uses it. */
  open: (app: FastifyInstance, stage: Stage) => Promise<Record<string, string>>
}
