import { eq } from 'drizzle-orm'
import { dayOf, startOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { issueCertificates } from '#modules/awards/winners/server/certifying.ts'
import { winnerWordsOf } from '#modules/awards/winners/server/winners.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { type DemoWinner, lastYear, papersBefore, yearBefore } from './winnerRows.ts'

type Loading = Services & { now: Date }
type List = { code: string; year: number; winners: DemoWinner[]; isCertified?: boolean }

export async function demoWinners(ctx: Loading) {
  const thisYear = Number(dayOf(ctx.now).slice(0, 4))
  await enter(ctx, { code: 'science', year: thisYear - 2, winners: yearBefore })
  await enter(ctx, { code: 'paper', year: thisYear - 2, winners: papersBefore })
  await enter(ctx, { code: 'science', year: thisYear - 1, winners: lastYear, isCertified: true })
}

async function enter(ctx: Loading, { code, year, winners, isCertified = false }: List) {
  const [kind] = await ctx.db.select().from(awardKind).where(eq(awardKind.code, code))
  if (!kind) return
  const awardedOn = `${year}-11-18`
  for (const [i, of] of winners.entries()) {
    const level = kind.rules.levels.find(one => one.code === of.level)!
    const persons = of.persons.map(([name]) => name)
    const named = { ...of, persons, levelCode: level.code, levelName: level.name }
    const at = startOf(awardedOn)
    const [winner] = await ctx.db
      .insert(awardWinner)
      .values({
        ...named,
        kindId: kind.id,
        year,
        awardedOn,
        sort: kind.rules.levels.indexOf(level) * 1000 + i,
        words: winnerWordsOf(named),
        publishedAt: at,
        createdAt: at,
        updatedAt: at,
      })
      .returning()
    if (isCertified) await issueCertificates({ ...ctx, now: at }, { kind, winner: winner!, won: await wonOf(ctx, of) })
  }
}

async function wonOf({ db }: Loading, { organisations, persons }: DemoWinner) {
  const known = await db.select({ name: organisation.name, creditCode: organisation.creditCode }).from(organisation)
  return {
    organisations: organisations.map(name => ({
      name,
      creditCode: known.find(one => one.name === name)?.creditCode ?? null,
    })),
    persons: persons.map(([name, employer]) => ({ name, organisationName: organisations[employer]! })),
  }
}
