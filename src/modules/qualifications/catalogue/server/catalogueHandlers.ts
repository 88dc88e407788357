import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { lastActOn } from '#modules/audit/server/record.ts'
import { kindFields } from '../catalogueForm.ts'
import type { catalogueContract } from '../contract.ts'
import { countKindUse, kindChoices, readKindAnswered } from './kindDesk.part.ts'
import { readKind } from './kindSettings.ts'
import { valuesOf } from './kindValues.ts'

export const catalogueHandlers: Handlers<typeof catalogueContract> = {
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
      answered: await readKindAnswered(ctx, kind),
      changed: (await lastActOn(ctx, 'qualificationKind', id)) ?? null,
    }
  },
}
