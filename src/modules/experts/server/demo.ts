import { eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { demoOrganisations } from '#modules/members/server/demo/organisations.ts'
import { person } from '#modules/members/server/tables.ts'
import { type DemoExpert, demoExperts } from './demo/experts.ts'
import { enterExpert } from './expertRegister.ts'

type Loading = Services & { now: Date }

/** 专家库 of the demo association. */
export async function demoExpertPool(ctx: Loading) {
  for (const [i, of] of demoExperts.entries()) await insertExpert(ctx, of, i)
}

async function insertExpert(
  ctx: Loading,
  { inRegister, mayLead, isRetired, mobile, ties = [], ...of }: DemoExpert,
  i: number,
) {
  const today = dayOf(ctx.now)
  const values = {
    ...of,
    mobile: mobile ?? `1390000${2001 + i}`,
    email: `expert${String(i + 1).padStart(2, '0')}@example.com`,
    mayLead: mayLead ? 'yes' : 'no',
    isActive: isRetired ? 'no' : 'yes',
    ties: ties.map(({ fromDaysAgo, toDaysAgo, ...tie }) => ({
      ...tie,
      creditCode: creditCodes.get(tie.organisationName) ?? null,
      fromDay: fromDaysAgo === undefined ? null : addDays(today, -fromDaysAgo),
      toDay: toDaysAgo === undefined ? null : addDays(today, -toDaysAgo),
    })),
  }
  await enterExpert(ctx, values, inRegister ? await personCalled(ctx, of.name) : null)
}

const creditCodes = new Map(demoOrganisations.map(({ name, creditCode }) => [name, creditCode]))

async function personCalled({ db }: Loading, name: string): Promise<number> {
  const [found] = await db.select({ id: person.id }).from(person).where(eq(person.name, name))
  if (!found) throw new Error(`the demo has an expert ${name}, whom its register does not know`)
  return found.id
}
