import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { awardCertificate, awardEntry, awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusNames } from '#modules/certificates/status.ts'
import type { staffWinnerContract } from '../staffWinnerContract.ts'
import { type WinnerState, winnerStateNames } from '../winnerStates.ts'
import { winnerWords } from '../winning.ts'
import { readWinner, type Winner } from './winners.ts'

type Endpoints = typeof staffWinnerContract
type Filters = Parsed<Endpoints['GET /staff/award-winner/export']>
type Listed = { winner: Winner; kindName: string; applicationId: number | null; certificates: number }

/** The newest year first, then award by award, the highest level in front. */
export const inOrder = [
  desc(awardWinner.year),
  asc(awardKind.sort),
  asc(awardKind.id),
  asc(awardWinner.sort),
  asc(awardWinner.id),
]

const states: Record<WinnerState, (now: Date) => SQL | undefined> = {
  unpublished: () => and(isNull(awardWinner.withdrawnOn), isNull(awardWinner.publishedAt)),
  scheduled: now => and(isNull(awardWinner.withdrawnOn), gt(awardWinner.publishedAt, now)),
  published: now => and(isNull(awardWinner.withdrawnOn), lte(awardWinner.publishedAt, now)),
  withdrawn: () => isNotNull(awardWinner.withdrawnOn),
}

function stateOf({ withdrawnOn, publishedAt }: Winner, now: Date): WinnerState {
  if (withdrawnOn) return 'withdrawn'
  if (!publishedAt) return 'unpublished'
  return publishedAt > now ? 'scheduled' : 'published'
}

/** Matches words of the work, an organisation or a person; matches nothing if the key has no searchable word. */
export function matchesWords(key: string): SQL {
  const query = toQuery(key)
  return query === null ? sql`false` : sql`${awardWinner.words} @@ ${query}::tsquery`
}

const hasNumber = (key: string) => sql`exists (select 1 from ${awardCertificate}
  join ${certificate} on ${certificate.id} = ${awardCertificate.certificateId}
  where ${awardCertificate.winnerId} = ${awardWinner.id} and ${certificate.numberKey} = ${numberKey(key)})`

const matching = ({ now }: Ctx, { year, kindId, level, state, key }: Filters) =>
  and(
    year ? eq(awardWinner.year, year) : undefined,
    kindId ? eq(awardWinner.kindId, kindId) : undefined,
    level ? eq(awardWinner.levelName, level) : undefined,
    state ? states[state](now) : undefined,
    key ? sql`(${matchesWords(key)} or ${hasNumber(key)})` : undefined,
  )

const select = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      winner: awardWinner,
      kindName: awardKind.name,
      applicationId: awardEntry.applicationId,
      certificates: db.$count(awardCertificate, eq(awardCertificate.winnerId, awardWinner.id)),
    })
    .from(awardWinner)
    .innerJoin(awardKind, eq(awardKind.id, awardWinner.kindId))
    .leftJoin(awardEntry, eq(awardEntry.id, awardWinner.entryId))

function rowOf({ now }: Pick<Ctx, 'now'>, { winner: of, kindName, applicationId, certificates }: Listed) {
  const state = stateOf(of, now)
  return {
    id: of.id,
    version: of.version,
    year: of.year,
    kindId: of.kindId,
    kindName,
    name: of.name,
    subTypeName: of.subTypeName,
    groupName: of.groupName,
    levelName: of.levelName,
    awardedOn: of.awardedOn,
    organisations: of.organisations,
    persons: of.persons,
    sort: of.sort,
    applicationId,
    certificates,
    state,
    stateName: winnerStateNames[state],
    shownFrom: of.publishedAt && dayOf(of.publishedAt),
    withdrawn: withdrawnOf(of),
  }
}

export const withdrawnOf = ({ withdrawnOn, withdrawnReason }: Pick<Winner, 'withdrawnOn' | 'withdrawnReason'>) =>
  withdrawnOn ? { date: withdrawnOn, reason: withdrawnReason } : null

export const winnerListHandlers = {
  'GET /staff/award-winner/list': async (ctx, asked) => {
    const where = matching(ctx, asked)
    const rows = await select(ctx)
      .where(where)
      .orderBy(...inOrder)
      .limit(asked.pageSize)
      .offset(offset(asked))
    const total = await countOf(ctx.db, sql`select 1 from ${awardWinner} where ${where ?? sql`true`}`)
    return toPage(
      rows.map(row => rowOf(ctx, row)),
      total,
      asked,
    )
  },
  'GET /staff/award-winner/export': async (ctx, asked) => {
    const rows = inBatches<Listed>(after =>
      select(ctx)
        .where(and(matching(ctx, asked), after && sql`${awardWinner.id} < ${after.winner.id}`))
        .orderBy(desc(awardWinner.id)),
    )
    return sendWorkbook('获奖名单', {
      columns: [
        { title: '年度', width: 8, value: ({ winner }) => String(winner.year) },
        { title: '奖项', width: 20, value: ({ kindName }) => kindName },
        { title: '类别', value: ({ winner }) => winner.subTypeName },
        { title: '专业组', value: ({ winner }) => winner.groupName },
        { title: '等级', width: 10, value: ({ winner }) => winner.levelName },
        { title: '项目名称', width: 44, value: ({ winner }) => winner.name },
        { title: '单位', width: 44, value: ({ winner }) => winner.organisations.join('；') },
        { title: '人员', width: 36, value: ({ winner }) => winner.persons.join('；') },
        { title: '授奖日期', width: 12, value: ({ winner }) => winner.awardedOn },
        { title: '状态', width: 10, value: ({ winner }) => winnerStateNames[stateOf(winner, ctx.now)] },
        { title: '公布自', width: 12, value: ({ winner }) => winner.publishedAt && dayOf(winner.publishedAt) },
        { title: '撤销日期', width: 12, value: ({ winner }) => winner.withdrawnOn },
        { title: '撤销原因', width: 30, value: ({ winner }) => winner.withdrawnReason },
        { title: '证书数', width: 8, value: ({ certificates }) => String(certificates) },
      ],
      rows,
    })
  },
  'GET /staff/award-winner/options': async ({ db }) => {
    const kinds = await db
      .select({ id: awardKind.id, name: awardKind.name })
      .from(awardKind)
      .orderBy(asc(awardKind.sort), asc(awardKind.id))
    const years = await db.selectDistinct({ year: awardWinner.year }).from(awardWinner).orderBy(desc(awardWinner.year))
    return { kinds, years: years.map(({ year }) => year), levels: await levelsInUse({ db }) }
  },
  'GET /staff/award-winner/detail': async (ctx, { id }) => {
    await readWinner(ctx, id)
    const [row] = await select(ctx).where(eq(awardWinner.id, id))
    const [kind] = await ctx.db.select().from(awardKind).where(eq(awardKind.id, row!.winner.kindId))
    const papers = await papersOf(ctx, [id])
    return {
      ...rowOf(ctx, row!),
      papers: papers.map(({ paper, of }) => ({
        certificateId: of.id,
        number: of.number,
        holderName: of.holderName,
        role: winnerWords[kind!.form][paper.holder],
        place: paper.place,
        statusName: statusNames[of.status],
      })),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

/** The names of levels that winners have, the highest first. */
export async function levelsInUse({ db }: Pick<Ctx, 'db'>, where?: SQL): Promise<string[]> {
  const rows = await db
    .select({ name: awardWinner.levelName })
    .from(awardWinner)
    .where(where)
    .groupBy(awardWinner.levelName)
    .orderBy(asc(sql`min(${awardWinner.sort})`), desc(count()))
  return rows.map(({ name }) => name)
}

/** The certificates of winners: organisations first, each in its order. */
export const papersOf = ({ db }: Pick<Ctx, 'db'>, winnerIds: number[]) =>
  db
    .select({ paper: awardCertificate, of: certificate })
    .from(awardCertificate)
    .innerJoin(certificate, eq(certificate.id, awardCertificate.certificateId))
    .where(inArray(awardCertificate.winnerId, winnerIds))
    .orderBy(asc(awardCertificate.winnerId), asc(awardCertificate.holder), asc(awardCertificate.place))
