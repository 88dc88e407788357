import { asc } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { feeOf } from '#modules/qualifications/catalogue/server/assessmentFee.ts'
import { readKind } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { levelSentences } from '#modules/qualifications/catalogue/server/levelSentences.ts'
import { qualificationGroup, qualificationKind } from '#modules/qualifications/catalogue/server/tables.ts'
import type { applyingContract } from '../contract.ts'

export const offersHandlers = {
  /** What can be applied for; what is closed is named as such. */
  'GET /qualification/group/list': async ({ db }) => {
    const groups = await db
      .select()
      .from(qualificationGroup)
      .orderBy(asc(qualificationGroup.sort), asc(qualificationGroup.id))
    const children = await db
      .select()
      .from(qualificationKind)
      .orderBy(asc(qualificationKind.sort), asc(qualificationKind.id))
    return groups.map(({ id, code, name, intro }) => ({
      groupId: id,
      groupCode: code,
      groupName: name,
      intro,
      children: children.flatMap(kind =>
        kind.groupId === id
          ? {
              childId: kind.id,
              childCode: kind.code,
              childName: kind.name,
              validYears: kind.validYears,
              needAnnual: kind.hasAnnualReport,
              needSiteReview: kind.needsSiteReview,
              isOpen: kind.isOpen,
            }
          : [],
      ),
    }))
  },
  'GET /qualification/level/list': async (ctx, { childId }) => {
    const kind = await readKind(ctx, childId)
    if (!kind) throw notFound('没有这个种类')
    const asks = await levelSentences(ctx)
    return kind.levels
      .filter(({ isOpen }) => isOpen)
      .map(level => ({
        levelId: level.id,
        levelCode: level.code,
        levelName: level.name,
        scopeText: level.scope,
        requirements: asks(kind, level),
        fee: feeOf(kind, level.code, 'initial'),
      }))
  },
} satisfies Partial<Handlers<typeof applyingContract>>
