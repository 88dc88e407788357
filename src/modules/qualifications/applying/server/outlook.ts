import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { feeOf } from '#modules/qualifications/catalogue/server/assessmentFee.ts'
import { pathOf, readKind } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { isConfirmable, slotsToFill } from '#modules/review/confirming/server/confirmationStatus.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import type { outlookContract } from '../outlookContract.ts'
import { kinds } from './qualificationApplications.ts'

export const outlookHandlers = {
  /** Previews steps, fee and materials of an application by the rules that apply once it is started. */
  'GET /qualification/outlook': async (ctx, { applyType, childId, levelId }) => {
    const kind = await readKind(ctx, childId)
    if (!kind) throw notFound('没有这个种类')
    const level = kind.levels.find(({ id }) => id === levelId)
    const of = kinds[applyType]
    const schema = await of.schema(ctx, { subjectId: childId })
    const slots = await slotsToFill(ctx, of, schema)
    return {
      path: pathOf(applyType, kind, level),
      materials: slots.map(({ code, name, required = false, hint = '' }) => ({ code, name, required, hint })),
      isConfirmable: await isConfirmable(ctx, of, schema),
      confirmedBy: (await readStateWords(ctx)).byOf(of),
      fee: level ? feeOf(kind, level.code, applyType) : null,
    }
  },
} satisfies Partial<Handlers<typeof outlookContract>>
