import { and, asc, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { person } from '#modules/members/server/tables.ts'
import type { peopleContract } from '../peopleContract.ts'
import { ownPeople } from './ownPeople.ts'
import { holdsCertificate } from './people.ts'
import { personnelKind } from './tables.ts'

type Held = Awaited<ReturnType<typeof readHeld>>[number]

export const peopleStatHandlers = {
  /** Numbers of people and certificates, and how many certificates are valid today. */
  'GET /person/stat': async (ctx, { kindId }) => {
    const [persons, held] = await Promise.all([ctx.db.$count(person, await ownPeople(ctx)), readHeld(ctx, kindId)])
    const is = (...statuses: string[]) => held.filter(({ status }) => statuses.includes(status))
    const valid = is('valid', 'expiring')
    return {
      persons,
      certified: new Set(valid.map(({ personId }) => personId)).size,
      total: held.length,
      valid: valid.length,
      expiring: is('expiring').length,
      expired: is('expired').length,
      byGroup: numbersOf(valid, ({ groupName }) => groupName).map(([{ groupName }, num]) => ({ groupName, num })),
      byKind: numbersOf(valid, ({ kindCode }) => kindCode).map(([{ kindId, kindName }, num]) => ({
        kindId,
        kindName,
        num,
      })),
      byLevel: numbersOf(
        valid.filter(({ levelName }) => levelName !== ''),
        ({ levelName }) => levelName,
      ).map(([{ levelName }, num]) => ({ levelName, num })),
      trend: numbersOf(held, yearOf)
        .map(([of, num]) => ({ year: yearOf(of), num }))
        .sort((a, b) => a.year - b.year),
    }
  },
} satisfies Partial<Handlers<typeof peopleContract>>

const yearOf = ({ issuedOn }: Held) => Number(issuedOn.slice(0, 4))

/** Groups certificates; returns the first of each group and their number, largest group first. */
const numbersOf = (held: Held[], sort: (of: Held) => unknown): [Held, number][] =>
  [...Map.groupBy(held, sort).values()]
    .map((same): [Held, number] => [same[0]!, same.length])
    .sort(([, a], [, b]) => b - a)

async function readHeld(ctx: Ctx, kindId: number | undefined) {
  const { personId, groupName, kindCode, kindName, levelName, issuedOn, validFrom, validTo, status } = certificate
  const rows = await ctx.db
    .select({
      personId,
      groupName,
      kindCode,
      kindName,
      levelName,
      issuedOn,
      validFrom,
      validTo,
      status,
      kindId: personnelKind.id,
    })
    .from(certificate)
    .innerJoin(person, eq(person.id, personId))
    .leftJoin(personnelKind, eq(personnelKind.code, kindCode))
    .where(and(await ownPeople(ctx), holdsCertificate(ctx, { kindId })))
    .orderBy(asc(kindCode), asc(certificate.id))
  return rows.map(row => ({ ...row, ...statusToday(row, dayOf(ctx.now)) }))
}
