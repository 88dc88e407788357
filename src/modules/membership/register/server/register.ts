import { and, arrayContains, eq, isNotNull, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import type { publicRegisterContract } from '../publicContract.ts'

export type ReadContext = Pick<Ctx, 'db' | 'now'>
export type MemberFilter = Parsed<(typeof publicRegisterContract)['GET /app/publicity/member/list']>

/** Members in the public register: in good standing and not opted out. */
const isListedOn = (day: string | SQLWrapper) =>
  and(eq(member.status, 'active'), eq(member.isPublic, true), lte(member.joinedOn, day))
const isListed = ({ now }: ReadContext) => isListedOn(dayOf(now))

export const isListedOrganisationOn = (day: string | SQLWrapper) =>
  and(isListedOn(day), eq(member.kind, 'organisation'))!
export const isListedOrganisation = ({ now }: ReadContext) => isListedOrganisationOn(dayOf(now))
/** A person moreover agreed to it (PIPL, art. 25). */
export const isListedPerson = (ctx: ReadContext) =>
  and(isListed(ctx), eq(member.kind, 'person'), isNotNull(person.publicConsentAt))!

/** Conditions on the organisation that is the member, or the employer of one. */
export const matches = ({ orgName, category }: Pick<MemberFilter, 'orgName' | 'category'>): (SQL | undefined)[] => [
  orgName ? isNamed(toQuery(orgName)) : undefined,
  category ? arrayContains(organisation.categories, [category]) : undefined,
]

/** Names have weight A, their pinyin B: the index finds the words wherever they stand, the filter keeps those in a name. */
const isNamed = (query: string | null) =>
  query === null
    ? sql`false`
    : sql`${organisation.words} @@ ${query}::tsquery
      and ts_filter(${organisation.words}, '{a,b}') @@ ${query}::tsquery`
