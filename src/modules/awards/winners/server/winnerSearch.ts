import { eq, inArray } from 'drizzle-orm'
import type { Found, Search } from '#lib/search.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { searchIn } from '#lib/server/search/find.ts'
import { awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { awardName } from '../winning.ts'
import { isShown } from './publicWinners.ts'

type ReadCtx = Pick<Ctx, 'db' | 'now'>

const inWinners = searchIn({
  name: 'award_winner',
  from: awardWinner,
  id: awardWinner.id,
  words: awardWinner.words,
  heading: awardWinner.heading,
  title: awardWinner.name,
  at: awardWinner.awardedOn,
  where: isShown,
})

/** Winners by their work, by who did it, and where they work. */
export const findWinners = (ctx: ReadCtx, search: Search): Promise<Found> =>
  inWinners(ctx, search, { read: ids => readHits(ctx, ids) })

async function readHits({ db }: ReadCtx, ids: number[]) {
  const rows = await db
    .select({ of: awardWinner, kindName: awardKind.name, kind: awardKind.code })
    .from(awardWinner)
    .innerJoin(awardKind, eq(awardKind.id, awardWinner.kindId))
    .where(inArray(awardWinner.id, ids))
  return rows.map(({ of, kindName, kind }) => ({
    id: of.id,
    title: of.name,
    publishTime: of.awardedOn,
    route: `/admin/publicity/award?${new URLSearchParams({ kind, year: String(of.year) })}#winner-${of.id}`,
    text: [
      `${of.year} 年度${awardName({ kindName, ...of })}${of.withdrawnOn ? '（已撤销）' : ''}`,
      of.organisations.join('、'),
      of.persons.join('、'),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
}
