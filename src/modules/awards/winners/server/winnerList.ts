import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { awardCertificate, awardEntry, awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { winnerFilters } from '../../winnerFilters.ts'
import { type WinnerState, winnerStateNames } from '../../winnerStates.ts'
import type { staffWinnerContract } from '../staffWinnerContract.ts'
import { winnerWords } from '../winning.ts'
import { readWinner, type Winner } from './winners.ts'

type Endpoints = typeof staffWinnerContract
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

const certificates = sql<number>`(select count(*)::int from ${awardCertificate}
  where ${awardCertificate.winnerId} = ${awardWinner.id})`

const select = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      winner: awardWinner,
      kindName: awardKind.name,
      applicationId: awardEntry.applicationId,
      certificates,
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

/** Sort key of the list: the newest year first, then award by award, the highest level in front. */
const place = sql`array[-${awardWinner.year}, ${awardKind.sort}, ${awardKind.id}, ${awardWinner.sort}]`

/** Sort key that groups by state: unpublished, published by its day, scheduled, withdrawn. */
const published = sql`case when ${awardWinner.withdrawnOn} is null then coalesce(${awardWinner.publishedAt}, '-infinity')
  else 'infinity' end`

/** 获奖名单: who won what, published or not. */
const winnerRegister = defineRegister({
  name: '获奖名单',
  views: { code: 'awardWinner', permission: 'staff:awards' },
  filters: winnerFilters,
  from: sql`${awardWinner} join ${awardKind} on ${awardKind.id} = ${awardWinner.kindId}`,
  id: awardWinner.id,
  newest: place,
  ordered: () => ({ at: place, ascending: true }),
  where: {
    key: words => sql`(${matchesWords(words)} or ${hasNumber(words)})`,
    kindId: awardWinner.kindId,
    year: awardWinner.year,
    level: awardWinner.levelName,
    state: (state, { now }) => states[state](now),
  },
  read: (ctx, ids) => select(ctx).where(inArray(awardWinner.id, ids)),
  row: (of, ctx) => rowOf(ctx, of),
  columns: {
    year: { heading: '年度', width: 8, value: of => String(of.winner.year), sort: awardWinner.year, nowrap: true },
    kindName: { heading: '奖项', width: 20, value: of => of.kindName, sort: byPinyin(awardKind.name) },
    subTypeName: { heading: '类别', value: of => of.winner.subTypeName, sort: byPinyin(awardWinner.subTypeName) },
    groupName: { heading: '专业组', value: of => of.winner.groupName, sort: byPinyin(awardWinner.groupName) },
    levelName: { heading: '等级', width: 10, value: of => of.winner.levelName, sort: awardWinner.sort, nowrap: true },
    name: { heading: '项目名称', width: 44, value: of => of.winner.name, sort: byPinyin(awardWinner.name) },
    organisations: {
      heading: '单位',
      width: 44,
      value: of => of.winner.organisations.join('；'),
      sort: byPinyin(sql`array_to_string(${awardWinner.organisations}, '；')`),
    },
    persons: { heading: '人员', width: 36, value: of => of.winner.persons.join('；') },
    awardedOn: {
      heading: '授奖日期',
      width: 12,
      value: of => of.winner.awardedOn,
      sort: awardWinner.awardedOn,
      nowrap: true,
    },
    stateName: {
      heading: '状态',
      width: 10,
      value: (of, { now }) => winnerStateNames[stateOf(of.winner, now)],
      sort: published,
      nowrap: true,
    },
    shownFrom: {
      heading: '公布自',
      width: 12,
      value: of => of.winner.publishedAt && dayOf(of.winner.publishedAt),
      empty: '—',
      sort: sql`coalesce(${awardWinner.publishedAt}, '-infinity')`,
      nowrap: true,
    },
    withdrawnOn: {
      heading: '撤销日期',
      width: 12,
      value: of => of.winner.withdrawnOn,
      empty: '—',
      sort: sql`coalesce(${awardWinner.withdrawnOn}, '-infinity')`,
      nowrap: true,
    },
    withdrawnReason: { heading: '撤销原因', width: 30, value: of => of.winner.withdrawnReason, empty: '—' },
    certificates: {
      heading: '证书数',
      width: 8,
      value: of => String(of.certificates),
      sort: certificates,
      isFigure: true,
    },
  },
  listed: ['name', 'organisations', 'year', 'kindName', 'subTypeName', 'levelName', 'certificates', 'stateName'],
})

export const winnerListHandlers = {
  'GET /staff/award-winner/list': (ctx, asked) => winnerRegister.list(ctx, asked),
  'GET /staff/award-winner/export': (ctx, asked) => winnerRegister.export(ctx, asked),
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
