import { and, asc, eq, inArray } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineCatalogue, type Numbered, type Series } from '#modules/certificates/server/certificateCatalogue.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import { seriesByRule } from '#modules/certificates/server/numberRules.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { article } from '#modules/content/server/tables.ts'
import { qualificationGroup, qualificationKind, qualificationLevel } from '#modules/qualifications/server/tables.ts'
import type { guideContract } from '../guideContract.ts'
import { readKind } from './kindSettings.ts'
import { levelSentences } from './levelSentences.ts'

const RULE = '{prefix}-{kind}-{level}-{year}-{serial:4}'

/** Returns the number series of a certificate, by the rule of its kind. */
async function seriesFor(ctx: Pick<Ctx, 'db'>, of: Numbered): Promise<Series> {
  const [kind] = await ctx.db
    .select({ rule: qualificationKind.numberRule })
    .from(qualificationKind)
    .where(eq(qualificationKind.code, of.kindCode))
  return seriesByRule(ctx, kind?.rule ?? RULE, of)
}

type Endpoints = typeof guideContract

export const catalogueHandlers = {
  'GET /app/publicity/qualification/group/list': async ctx => {
    const [groups, kinds, counts] = await Promise.all([
      readGroups(ctx),
      readKinds(ctx),
      countValid(ctx, 'qualification'),
    ])
    return groups.map(({ id, code, name }) => {
      const codes = kinds.filter(kind => kind.groupId === id).map(kind => kind.code)
      return {
        groupId: id,
        groupCode: code,
        groupName: name,
        count: sumCounts(counts, row => codes.includes(row.kindCode)),
      }
    })
  },
  'GET /app/publicity/qualification/child/list': async (ctx, { groupId }) => {
    const [kinds, counts] = await Promise.all([readKinds(ctx, groupId), countValid(ctx, 'qualification')])
    return kinds.map(({ id, code, name, validYears }) => ({
      childId: id,
      childCode: code,
      childName: name,
      validYears,
      count: sumCounts(counts, row => row.kindCode === code),
    }))
  },
  'GET /app/publicity/qualification/level/list': async (ctx, { childId }) => {
    const kind = await readKind(ctx, childId)
    const asks = await levelSentences(ctx)
    return (kind?.levels ?? []).map(level => ({
      levelId: level.id,
      levelCode: level.code,
      levelName: level.name,
      scopeText: level.scope,
      requirements: asks(kind!, level),
      fee: level.fee,
    }))
  },
  'GET /app/publicity/qualification/group': async (ctx, { groupId }) => {
    const [group] = (await readGroups(ctx)).filter(({ id }) => groupId === undefined || id === groupId)
    if (!group) throw notFound('没有这个资质大类')
    const kinds = await readKinds(ctx, group.id)
    const kindIds = kinds.map(({ id }) => id)
    const [levels, counts, rules] = await Promise.all([
      readLevels(ctx, kindIds),
      countValid(ctx, 'qualification'),
      readRules(ctx, group.ruleArticleIds),
    ])
    return {
      groupId: group.id,
      groupCode: group.code,
      groupName: group.name,
      intro: group.intro,
      rules,
      stat: kinds.flatMap(kind =>
        levels
          .filter(level => level.kindId === kind.id)
          .map(level => ({
            childName: kind.name,
            levelName: level.name,
            num: sumCounts(counts, row => row.kindCode === kind.code && row.levelCode === level.code),
          })),
      ),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

type QueryCtx = Pick<Ctx, 'db'>

export const readGroups = ({ db }: QueryCtx) =>
  db.select().from(qualificationGroup).orderBy(asc(qualificationGroup.sort), asc(qualificationGroup.id))

const readKinds = ({ db }: QueryCtx, groupId?: number) =>
  db
    .select()
    .from(qualificationKind)
    .where(groupId === undefined ? undefined : eq(qualificationKind.groupId, groupId))
    .orderBy(asc(qualificationKind.sort), asc(qualificationKind.id))

const readLevels = ({ db }: QueryCtx, kindIds: number[]) =>
  db
    .select()
    .from(qualificationLevel)
    .where(inArray(qualificationLevel.kindId, kindIds))
    .orderBy(asc(qualificationLevel.sort), asc(qualificationLevel.id))

export const readRules = (ctx: Ctx, ids: number[]) =>
  ctx.db
    .select({ id: article.id, title: article.title })
    .from(article)
    .where(and(inArray(article.id, ids), isPublished(ctx)))
    .orderBy(asc(article.id))

type Counts = Awaited<ReturnType<typeof countValid>>
const sumCounts = (counts: Counts, wanted: (row: Counts[number]) => boolean) =>
  counts.reduce((total, row) => total + (wanted(row) ? row.count : 0), 0)

defineCatalogue('qualification', {
  groups: async ctx => {
    const groups = await readGroups(ctx)
    const kinds = await readKinds(ctx)
    const ids = kinds.map(({ id }) => id)
    const levels = await readLevels(ctx, ids)
    return groups.map(group => ({
      code: group.code,
      name: group.name,
      kinds: kinds
        .filter(({ groupId }) => groupId === group.id)
        .map(({ id, code, name, validYears }) => ({
          code,
          name,
          validYears,
          levels: levels.flatMap(({ kindId, code, name, scope }) => (kindId === id ? { code, name, scope } : [])),
        })),
    }))
  },
  series: seriesFor,
})
