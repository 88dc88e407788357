import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { shownCreditCode } from '#lib/creditCode.ts'
import { maskIdNumber } from '#lib/mask.ts'
import { provinceName } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import type { registerContract } from '../registerContract.ts'
import { organisation, person } from './tables.ts'

type List = (typeof registerContract)['GET /staff/holder/list']

const MAX_RESULTS = 20

export const holdersHandlers = {
  /** Search for a holder: organisations by any word, persons by full name. */
  'GET /staff/holder/list': (ctx, asked) =>
    asked.kind === 'organisation' ? listOrganisations(ctx, asked) : listPersons(ctx, asked),
} satisfies Partial<Handlers<typeof registerContract>>

async function listOrganisations(ctx: Ctx, { key, id }: Parsed<List>) {
  const query = toRegisterQuery(key)
  const where = or(
    id ? eq(organisation.id, id) : undefined,
    query ? sql`${organisation.words} @@ ${query}::tsquery` : undefined,
  )
  if (!where) return []
  const own = and(where, permissionCondition(ctx, 'staff:members', organisation.provinceCode))
  const rows = await ctx.db.select().from(organisation).where(own).orderBy(asc(organisation.name)).limit(MAX_RESULTS)
  return rows.map(({ id, name, creditCode, provinceCode }) => ({
    id,
    name,
    note: `${shownCreditCode(creditCode)}　${provinceName(provinceCode)}`,
  }))
}

async function listPersons(ctx: Ctx, { key, id }: Parsed<List>) {
  const where = or(id ? eq(person.id, id) : undefined, key ? eq(person.name, key) : undefined)
  if (!where) return []
  const { db, encryption } = ctx
  const rows = await db
    .select({ person, employer: organisation.name })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .where(and(where, permissionCondition(ctx, 'staff:members', person.provinceCode)))
    .orderBy(desc(person.id))
    .limit(MAX_RESULTS)
  return rows.map(({ person: of, employer }) => ({
    id: of.id,
    name: of.name,
    note: [of.idNumberSealed && maskIdNumber(encryption.decrypt(of.idNumberSealed)), employer ?? of.employer]
      .filter(Boolean)
      .join('　'),
  }))
}
