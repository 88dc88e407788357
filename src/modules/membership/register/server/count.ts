import { asc, count, eq, isNotNull, or } from 'drizzle-orm'
import { provinces } from '#lib/provinces.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import type { publicRegisterContract } from '../publicContract.ts'
import { isListedOrganisation, isListedPerson, type ReadContext } from './register.ts'

type Endpoints = typeof publicRegisterContract

export const countHandlers = {
  /** Counts listed members per level, including levels without any. */
  'GET /app/publicity/member/type/list': async ctx => {
    const counted = ctx.db
      .select({ levelCode: member.levelCode, listed: count().as('listed') })
      .from(member)
      .leftJoin(person, eq(person.id, member.personId))
      .where(or(isListedOrganisation(ctx), isListedPerson(ctx)))
      .groupBy(member.levelCode)
      .as('counted')
    const rows = await ctx.db
      .select({ type: memberLevel.code, typeName: memberLevel.name, kind: memberLevel.kind, listed: counted.listed })
      .from(memberLevel)
      .leftJoin(counted, eq(counted.levelCode, memberLevel.code))
      .where(or(eq(memberLevel.isRetired, false), isNotNull(counted.listed)))
      // 'organisation' comes before 'person' in the alphabet too.
      .orderBy(asc(memberLevel.kind), asc(memberLevel.sort))
    return rows.map(({ listed, ...level }) => ({ ...level, count: listed ?? 0 }))
  },
  'GET /app/publicity/member/province/list': async ctx => {
    const rows = await ctx.db
      .select({ code: organisation.provinceCode, count: count() })
      .from(member)
      .innerJoin(organisation, eq(organisation.id, member.organisationId))
      .where(isListedOrganisation(ctx))
      .groupBy(organisation.provinceCode)
    const counts = new Map(rows.map(row => [row.code, row.count]))
    return provinces.map(({ code, short }) => ({
      provinceCode: code,
      provinceName: short,
      count: counts.get(code) ?? 0,
    }))
  },
} satisfies Partial<Handlers<Endpoints>>

/** Organisations, as the figures on the home page count them. */
export const countPublicMembers = (ctx: ReadContext): Promise<number> =>
  ctx.db.$count(member, isListedOrganisation(ctx))
