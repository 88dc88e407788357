import { and, asc, count, desc, eq, lte, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { listOpenCalls } from '#modules/awards/calls/server/openCalls.ts'
import { awardCertificate, awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { findMembersByName } from '#modules/membership/register/server/memberPages.ts'
import { isListedOrganisation } from '#modules/membership/register/server/register.ts'
import { member } from '#modules/membership/server/tables.ts'
import type { winnerContract } from '../winnerContract.ts'
import { inOrder, levelsInUse, matchesWords, withdrawnOf } from './winnerList.ts'
import type { Winner } from './winners.ts'

type Endpoints = typeof winnerContract

export const isShown = ({ now }: { now: Date | SQLWrapper }) => lte(awardWinner.publishedAt, now)

const select = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ of: awardWinner, kind: awardKind.code, kindName: awardKind.name })
    .from(awardWinner)
    .innerJoin(awardKind, eq(awardKind.id, awardWinner.kindId))
type Shown = { of: Winner; kind: string; kindName: string }

const rowOf = ({ of, kind, kindName }: Shown) => ({
  id: of.id,
  year: of.year,
  kind,
  kindName,
  name: of.name,
  subTypeName: of.subTypeName,
  groupName: of.groupName,
  levelName: of.levelName,
  organisations: of.organisations,
  persons: of.persons,
  awardedOn: of.awardedOn,
  withdrawn: withdrawnOf(of),
})

/** Returns those organisations that have a page in the register of members. */
const membersAmong = (names: string[], members: Map<string, number>) =>
  names.flatMap(name => {
    const id = members.get(name)
    return id === undefined ? [] : [{ name, id }]
  })

export const publicWinnersHandlers = {
  'GET /app/publicity/award/list': async (ctx, asked) => {
    const { year, kind, level, key } = asked
    const where = and(
      isShown(ctx),
      year ? eq(awardWinner.year, year) : undefined,
      kind ? eq(awardKind.code, kind) : undefined,
      level ? eq(awardWinner.levelName, level) : undefined,
      key ? matchesWords(key) : undefined,
    )
    const rows = await select(ctx)
      .where(where)
      .orderBy(...inOrder)
      .limit(asked.pageSize)
      .offset(offset(asked))
    const counted = sql`select 1 from ${awardWinner} join ${awardKind} on ${awardKind.id} = ${awardWinner.kindId} where ${where}`
    const members = await findMembersByName(
      ctx,
      rows.flatMap(({ of }) => of.organisations),
    )
    return toPage(
      rows.map(row => ({ ...rowOf(row), members: membersAmong(row.of.organisations, members) })),
      await countOf(ctx.db, counted),
      asked,
    )
  },
  /** Lists awards that have winners or an open call; a discontinued award stays as long as it has winners. */
  'GET /app/publicity/award/kind/list': async ctx => {
    const kinds = await ctx.db.select().from(awardKind).orderBy(asc(awardKind.sort), asc(awardKind.id))
    const held = await ctx.db
      .select({ kindId: awardWinner.kindId, year: awardWinner.year, n: count() })
      .from(awardWinner)
      .where(isShown(ctx))
      .groupBy(awardWinner.kindId, awardWinner.year)
      .orderBy(desc(awardWinner.year))
    const open = await listOpenCalls(ctx)
    const shown = kinds.map(async kind => {
      const ours = held.filter(({ kindId }) => kindId === kind.id)
      return {
        kind: kind.code,
        kindName: kind.name,
        intro: kind.intro,
        isOpen: kind.isOpen,
        count: ours.reduce((sum, { n }) => sum + n, 0),
        years: ours.map(({ year }) => year),
        levels: await levelsInUse(ctx, and(eq(awardWinner.kindId, kind.id), isShown(ctx))),
        calls: open.flatMap(({ call }) => (call.kindId === kind.id ? [callOf(ctx, call, kind.name)] : [])),
      }
    })
    return (await Promise.all(shown)).flatMap(({ isOpen, ...one }) => (isOpen || one.count > 0 ? [one] : []))
  },
  'GET /app/publicity/award/top30': async ctx => {
    const rows = await select(ctx)
      .where(and(isShown(ctx), sql`${awardWinner.withdrawnOn} is null`))
      .orderBy(desc(awardWinner.publishedAt), ...inOrder)
      .limit(30)
    return rows.map(({ of, kindName }) => ({
      id: of.id,
      year: of.year,
      kindName,
      name: of.name,
      levelName: of.levelName,
      awardedOn: of.awardedOn,
    }))
  },
  /** Awards of a member organisation, by the id of its page. */
  'GET /app/publicity/award/organisation/list': async (ctx, { id }) => {
    const [of] = await ctx.db
      .select({ id: organisation.id, name: organisation.name })
      .from(member)
      .innerJoin(organisation, eq(organisation.id, member.organisationId))
      .where(and(eq(member.id, id), isListedOrganisation(ctx)))
    if (!of) return []
    const rows = await select(ctx)
      .where(and(isShown(ctx), wonByOrganisation(of)))
      .orderBy(...inOrder)
      .limit(100)
    return rows.map(rowOf)
  },
} satisfies Partial<Handlers<Endpoints>>

type Call = Awaited<ReturnType<typeof listOpenCalls>>[number]['call']

const callOf = ({ now }: Ctx, of: Call, kindName: string) => ({
  id: of.id,
  title: of.title,
  kindName,
  year: of.year,
  opensOn: of.opensOn,
  deadline: of.closesOn,
  daysLeft: daysBetween(dayOf(now), of.closesOn),
  noticeId: of.noticeArticleId,
})

/** Won with a certificate in its name, or under the very name that it has. */
export const wonByOrganisation = (of: { id: number; name: string }): SQL => sql`(
  ${of.name} = any(${awardWinner.organisations}) or exists (select 1 from ${awardCertificate}
    join ${certificate} on ${certificate.id} = ${awardCertificate.certificateId}
    where ${awardCertificate.winnerId} = ${awardWinner.id} and ${awardCertificate.holder} = 'organisation'
      and ${certificate.organisationId} = ${of.id}))`
