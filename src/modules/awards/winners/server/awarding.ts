import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { record } from '#modules/audit/server/record.ts'
import { readEntry } from '#modules/awards/entries/server/entries.ts'
import { awardEntry, awardWinner } from '#modules/awards/server/tables.ts'
import type { Effect, Entered } from '#modules/review/server/applicationKinds.ts'
import { awardName, winnersIn } from '../winning.ts'
import { certify } from './certifying.ts'
import { groupNameOf, proposedLevel, subTypeNameOf } from './levels.ts'
import { winnerWordsOf } from './winners.ts'

/** Sort positions reserved for each level. */
const PLACES_PER_LEVEL = 1000

/** The notice has run its time: what the committee awarded is entered, certified and told; in the transaction that ends it. */
export async function enterAwarded(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const about = await readEntry(ctx, application.subjectId!)
  const { entry, call, kind } = about
  const level = proposedLevel(about)
  if (!level) throw conflict('这项申报没有审定的等级，不能授奖')
  const won = winnersIn(kind.form, values, level)
  const at = call.rules.levels.indexOf(level)
  const of = {
    kindId: kind.id,
    year: call.year,
    entryId: entry.id,
    name: entry.name,
    subTypeName: subTypeNameOf(about),
    groupName: groupNameOf(about),
    levelCode: level.code,
    levelName: level.name,
    organisations: won.organisations.map(({ name }) => name),
    persons: won.persons.map(({ name }) => name),
    awardedOn: dayOf(ctx.now),
    sort: at * PLACES_PER_LEVEL + Math.min(entry.rank ?? PLACES_PER_LEVEL - 1, PLACES_PER_LEVEL - 1),
  }
  const [winner] = await ctx.db
    .insert(awardWinner)
    .values({ ...of, words: winnerWordsOf(of), createdAt: ctx.now, updatedAt: ctx.now })
    .returning()
  const changes = { levelAwarded: level.code, updatedAt: ctx.now }
  await ctx.db.update(awardEntry).set(changes).where(eq(awardEntry.id, entry.id))
  const numbers = await certify(ctx, { kind, winner: winner!, won }, application)
  const name = awardName({ kindName: kind.name, ...of })
  await record(ctx, {
    action: 'awardWinner.award',
    objectType: 'awardWinner',
    objectId: winner!.id,
    objectName: entry.name,
    detail: { award: `${call.year} 年度${name}`, certificates: numbers.length, application: application.number },
  })
  return { resultId: winner!.id, say: `获 ${call.year} 年度${name}。${papers(numbers)}` }
}

const papers = (numbers: readonly string[]) =>
  numbers.length === 0
    ? ''
    : `获奖证书共 ${numbers.length} 张，编号 ${numbers[0]}${numbers.length > 1 ? ` 至 ${numbers.at(-1)}` : ''}，可在会员中心下载。`
