import { asc } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { readKind } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { levelsOffered } from '#modules/qualifications/catalogue/server/levelsOffered.ts'
import { qualificationGroup, qualificationKind } from '#modules/qualifications/server/tables.ts'
import type { applyingContract } from '../contract.ts'

export const offersHandlers = {
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
    return levelsOffered(ctx, kind)
  },
} satisfies Partial<Handlers<typeof applyingContract>>
