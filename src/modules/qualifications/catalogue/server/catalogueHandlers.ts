import { and, count, eq, inArray, ne } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { lastActOn } from '#modules/audit/server/record.ts'
import { countValid } from '#modules/certificates/server/lists.ts'
import { qualificationCase } from '#modules/qualifications/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates } from '#modules/review/workflow.ts'
import { kindFields, kindSections } from '../catalogueForm.ts'
import type { catalogueContract } from '../contract.ts'
import { groupDesk } from './groupDesk.ts'
import { kindChoices, kindDesk } from './kindDesk.ts'
import { readKind, readKinds } from './kindSettings.ts'
import { valuesOf } from './kindValues.ts'

export const catalogueHandlers: Handlers<typeof catalogueContract> = {
  'GET /staff/qualification/group/list': groupDesk.list,
  'POST /staff/qualification/group/save': groupDesk.save,
  'POST /staff/qualification/group/move': groupDesk.move,
  'POST /staff/qualification/group/remove': groupDesk.remove,
  /** Lists kinds without the values of their own screen; those are loaded kind by kind. */
  'GET /staff/qualification/kind/list': async ctx => {
    const { list, order, fields } = await kindDesk.list(ctx)
    const kinds = await readKinds(ctx)
    const counts = await countKindUse(ctx)
    return {
      order,
      fields: fields.filter(({ section }) => section === kindSections[0]),
      list: kinds.map(kind => ({
        id: kind.id,
        groupId: kind.groupId,
        code: kind.code,
        name: kind.name,
        version: list.find(({ id }) => id === kind.id)?.version ?? '',
        validYears: kind.validYears,
        isOpen: kind.isOpen,
        needsSiteReview: kind.needsSiteReview,
        levels: kind.levels.length,
        ...counts(kind),
      })),
    }
  },
  'GET /staff/qualification/kind/detail': async (ctx, { id }) => {
    const kind = await readKind(ctx, id)
    if (!kind) throw notFound('种类不存在或已删除')
    const values = valuesOf(kind)
    const counts = await countKindUse(ctx)
    return {
      id,
      name: kind.name,
      values,
      version: versionOf(values),
      groupName: kind.group.name,
      fields: [...kindFields(await kindChoices(ctx))],
      ...counts(kind),
      changed: (await lastActOn(ctx, 'qualificationKind', id)) ?? null,
    }
  },
  'POST /staff/qualification/kind/save': kindDesk.save,
  'POST /staff/qualification/kind/move': kindDesk.move,
  'POST /staff/qualification/kind/remove': kindDesk.remove,
}

async function countKindUse(ctx: Ctx) {
  const valid = await countValid(ctx, 'qualification')
  const applied = await ctx.db
    .select({ kindId: qualificationCase.kindId, n: count() })
    .from(qualificationCase)
    .innerJoin(application, eq(application.id, qualificationCase.applicationId))
    .where(and(inArray(application.state, openStates()), ne(application.state, 'draft')))
    .groupBy(qualificationCase.kindId)
  return ({ id, code }: { id: number; code: string }) => ({
    certificates: valid(code),
    applications: applied.find(({ kindId }) => kindId === id)?.n ?? 0,
  })
}
