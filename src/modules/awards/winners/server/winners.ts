import { eq } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toVector } from '#lib/server/search/words.ts'
import { awardKind, awardWinner } from '#modules/awards/server/tables.ts'

export type Winner = typeof awardWinner.$inferSelect
type Named = Pick<Winner, 'name' | 'subTypeName' | 'groupName' | 'levelName' | 'organisations' | 'persons'>

/** Builds the search vector of a winner: the work weighs most, then organisations and persons. */
export const winnerWordsOf = (of: Named) =>
  toVector([
    { text: of.name, weight: 'A', isHeading: true },
    ...of.organisations.map(text => ({ text, weight: 'B' as const, pinyin: true })),
    ...of.persons.map(text => ({ text, weight: 'B' as const, pinyin: true })),
    { text: `${of.subTypeName} ${of.groupName} ${of.levelName}`, weight: 'C' },
  ])

export async function readWinner({ db }: Pick<Ctx, 'db'>, id: number): Promise<Winner & { kindName: string }> {
  const [found] = await db
    .select({ winner: awardWinner, kindName: awardKind.name })
    .from(awardWinner)
    .innerJoin(awardKind, eq(awardKind.id, awardWinner.kindId))
    .where(eq(awardWinner.id, id))
  if (!found) throw notFound('没有这个获奖项目')
  return { ...found.winner, kindName: found.kindName }
}

/** The row, until the transaction ends, as whoever asks has seen it. */
export async function lockWinner({ db }: Ctx, { id, version }: { id: number; version: number }): Promise<Winner> {
  const [found] = await db.select().from(awardWinner).where(eq(awardWinner.id, id)).for('update')
  if (!found) throw notFound('没有这个获奖项目')
  if (found.version !== version)
    throw conflict(`已由 ${found.actorName || '其他工作人员'} 于 ${minute(iso(found.updatedAt))} 修改，请刷新后再办理`)
  return found
}
