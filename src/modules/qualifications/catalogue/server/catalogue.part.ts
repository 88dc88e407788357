import { and, asc, eq, inArray } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { kindsByGroup, seriesOfKinds } from '#modules/certificates/catalogue/server/kinds.ts'
import { defineCatalogue } from '#modules/certificates/server/certificateCatalogue.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { article } from '#modules/content/server/tables.ts'
import { qualificationKind } from '#modules/qualifications/server/tables.ts'
import type { guideContract } from '../guideContract.ts'
import { readGroups, readKind, readKinds } from './kindSettings.ts'
import { levelSentences } from './levelSentences.ts'

type Endpoints = typeof guideContract

export const catalogueHandlers = {
  'GET /app/publicity/qualification/group/list': async ctx => {
    const [groups, kinds, valid] = await Promise.all([
      readGroups(ctx),
      readKinds(ctx),
      countValid(ctx, 'qualification'),
    ])
    return groups.map(({ id, code, name }) => ({
      groupId: id,
      groupCode: code,
      groupName: name,
      count: kinds.filter(({ groupId }) => groupId === id).reduce((sum, kind) => sum + valid(kind.code), 0),
    }))
  },
  'GET /app/publicity/qualification/child/list': async (ctx, { groupId }) => {
    const [kinds, valid] = await Promise.all([readKindsIn(ctx, groupId), countValid(ctx, 'qualification')])
    return kinds.map(({ id, code, name, validYears }) => ({
      childId: id,
      childCode: code,
      childName: name,
      validYears,
      count: valid(code),
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
    const [kinds, valid, rules] = await Promise.all([
      readKindsIn(ctx, group.id),
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
        kind.levels.map(level => ({
          childName: kind.name,
          levelName: level.name,
          num: valid(kind.code, level.code),
        })),
      ),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

const readKindsIn = (ctx: Pick<Ctx, 'db'>, groupId: number) => readKinds(ctx, eq(qualificationKind.groupId, groupId))

export const readRules = (ctx: Ctx, ids: number[]) =>
  ctx.db
    .select({ id: article.id, title: article.title })
    .from(article)
    .where(and(inArray(article.id, ids), isPublished(ctx)))
    .orderBy(asc(article.id))

defineCatalogue('qualification', {
  order: 40,
  groups: async ctx => kindsByGroup(await readGroups(ctx), await readKinds(ctx)),
  series: seriesOfKinds(qualificationKind, '{prefix}-{kind}-{level}-{year}-{serial:4}'),
})
