import type { SQL } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { staffMessagesContract } from '../staffContract.ts'

export type AudienceFilter = Parsed<(typeof staffMessagesContract)['GET /staff/mailing/audience']>

/** Who can be written to at once. The module that knows the members says who they are; `messages` knows no more of it. */
export type Audience = {
  /** A query of the ids of accounts. */
  accounts: (filter: AudienceFilter) => SQL
  words: (ctx: Ctx, filter: AudienceFilter) => Promise<string>
  levels: (ctx: Ctx) => Promise<{ code: number; name: string }[]>
}

let defined: Audience | undefined

export function defineAudience(audience: Audience): void {
  if (defined) throw new Error('there are two audiences')
  defined = audience
}

export function theAudience(): Audience {
  if (!defined) throw new Error('nobody has said who the members are')
  return defined
}
