import type { SQL } from 'drizzle-orm'
import { byOrder, type Ordered } from '#lib/byOrder.ts'
import type { Parsed } from '#lib/contract.ts'
import { invalid } from '#lib/error.ts'
import type { Option } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { staffMessagesContract } from '../staffContract.ts'

export type AudienceFilter = Parsed<(typeof staffMessagesContract)['GET /staff/mailing/audience']>
/** Options of the filters that narrow an audience. */
export type AudienceChoices = { levels?: Option[]; trades?: Option[]; courses?: Option[] }

/** An audience of a mailing. The module that owns the data defines it; `messages` knows only this type. */
export type Audience = Ordered & {
  name: string
  /** A query of the ids of accounts. */
  accounts: (ctx: Ctx, filter: AudienceFilter) => SQL
  /** A query of the ids of the organisations in it: those without an account are told by their contact. */
  companies?: (ctx: Ctx, filter: AudienceFilter) => SQL
  words: (ctx: Ctx, filter: AudienceFilter) => Promise<string>
  /** Rows of a register that were picked out can be narrowed to those who are in it. */
  narrows?: true
  choices?: (ctx: Ctx) => Promise<AudienceChoices>
}

const known = new Map<string, Audience>()

export function defineAudience(code: string, audience: Audience): void {
  if (known.has(code)) throw new Error(`there are two audiences ${code}`)
  known.set(code, audience)
}

export function audienceOf({ audience }: AudienceFilter): Audience {
  const found = known.get(audience)
  if (!found) throw invalid('没有这样的对象', { audience: '没有这样的对象' })
  return found
}

/** Returns all audiences and the options of their filters. */
export async function readAudiences(ctx: Ctx) {
  const choices: AudienceChoices = {}
  for (const { choices: read } of known.values()) Object.assign(choices, await read?.(ctx))
  const { levels = [], trades = [], courses = [] } = choices
  const audiences = [...known]
    .sort(([, one], [, other]) => byOrder(one, other))
    .map(([code, { name }]) => ({ code, name }))
  return { audiences, levels, trades, courses }
}
