import { and, asc, eq, gt, inArray, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import { MAX_INVITATIONS_PER_ACT, type Way } from '../../invitationWords.ts'
import type { staffInvitationsContract } from '../contract.ts'
import { isWaiting } from './states.ts'
import { invitation } from './tables.ts'

type ReadContext = Pick<Ctx, 'db'>
type Wanted = Parsed<(typeof staffInvitationsContract)['GET /staff/invitation/candidates']>
export type Candidate = {
  id: number
  name: string
  addressee: string
  mobileSealed: string | null
  email: string | null
}

/**
 * Value of the first contact that qualifies, in order of preference. Names the outer table in full, because Drizzle
 * omits it in queries of a single table.
 */
const firstOf = (column: SQL, where: SQL) => sql<string | null>`(
  select ${column} from ${organisationContact}
  where ${organisationContact.organisationId} = "organisation"."id" and ${where}
  order by array_position(array['liaison', 'representative', 'legal'], ${organisationContact.role}) limit 1)`

const mobile = firstOf(sql`${organisationContact.mobileSealed}`, sql`${organisationContact.mobileSealed} is not null`)
const contactMail = firstOf(sql`${organisationContact.email}`, sql`${organisationContact.email} <> ''`)
const email = sql<string | null>`coalesce(${contactMail}, nullif(${organisation.email}, ''))`
const addressee = sql<string>`coalesce(${firstOf(sql`${organisationContact.name}`, sql`true`)}, '')`

function whereOf({ db }: ReadContext, { province, members, key, chosen }: Wanted): SQL | undefined {
  const accounts = db.select({ one: sql`1` }).from(account).where(eq(account.organisationId, organisation.id))
  const waiting = db
    .select({ one: sql`1` })
    .from(invitation)
    .where(and(eq(invitation.organisationId, organisation.id), isWaiting, gt(invitation.expiresAt, sql`now()`)))
  const isMember = sql`exists (select 1 from ${member} where ${member.organisationId} = ${organisation.id} and ${member.status} = 'active')`
  return and(
    notExists(accounts),
    notExists(waiting),
    chosen &&
      inArray(organisation.id, db.select({ id: member.organisationId }).from(member).where(inArray(member.id, chosen))),
    members === 'only' ? isMember : undefined,
    province ? eq(organisation.provinceCode, province) : undefined,
    key ? or(containsWords(organisation.name, key), eq(organisation.creditCode, key)) : undefined,
  )
}

/** Finds whom an act would invite, as many as it may at once, and how many there are. */
export async function readCandidates(ctx: ReadContext, wanted: Wanted): Promise<{ total: number; list: Candidate[] }> {
  const where = whereOf(ctx, wanted)
  const list = await ctx.db
    .select({ id: organisation.id, name: organisation.name, addressee, mobileSealed: mobile, email })
    .from(organisation)
    .where(where)
    .orderBy(asc(organisation.id))
    .limit(MAX_INVITATIONS_PER_ACT)
  return { total: list.length < MAX_INVITATIONS_PER_ACT ? list.length : await ctx.db.$count(organisation, where), list }
}

/** `texts`: whether text messages of this kind can go; without a provider's template they cannot. */
export const wayTo = ({ mobileSealed, email }: Candidate, how: 'best' | 'letter', texts: boolean): Way =>
  how === 'letter' ? 'letter' : mobileSealed && texts ? 'sms' : email ? 'mail' : 'letter'

export function countWays(ways: readonly Way[]): Record<Way, number> {
  const of = (way: Way) => ways.filter(one => one === way).length
  return { sms: of('sms'), mail: of('mail'), letter: of('letter') }
}
