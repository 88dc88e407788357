import type { Ctx } from '#lib/server/api/context.ts'
import { feeOf } from './assessmentFee.ts'
import type { QualificationKind } from './kindSettings.ts'
import { levelSentences } from './levelSentences.ts'

/** The levels of a kind that can be applied for, each with what it asks for and what a first application costs. */
export async function levelsOffered(ctx: Pick<Ctx, 'db'>, kind: QualificationKind) {
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
}
