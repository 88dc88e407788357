import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { FormField } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type ApplicationType, isAssessed, type QualificationStage } from '#modules/qualifications/applicationTypes.ts'
import {
  type HolderRule,
  qualificationGroup,
  qualificationKind,
  qualificationLevel,
  type Requirement,
} from '#modules/qualifications/server/tables.ts'
import { siteStage } from '#modules/qualifications/siteStage.ts'
import type { Slot } from '#modules/review/server/applicationKinds.ts'
import { feeOf } from './assessmentFee.ts'

export type QualificationGroupRow = typeof qualificationGroup.$inferSelect
export type QualificationLevelRow = typeof qualificationLevel.$inferSelect
export type QualificationKind = typeof qualificationKind.$inferSelect & {
  group: QualificationGroupRow
  levels: QualificationLevelRow[]
}

export const readGroups = ({ db }: Pick<Ctx, 'db'>): Promise<QualificationGroupRow[]> =>
  db.select().from(qualificationGroup).orderBy(asc(qualificationGroup.sort), asc(qualificationGroup.id))

export const readKind = async (ctx: Pick<Ctx, 'db'>, id: number): Promise<QualificationKind | undefined> =>
  (await readKinds(ctx, eq(qualificationKind.id, id)))[0]

export const readKindsByCode = (ctx: Pick<Ctx, 'db'>, codes: string[]): Promise<QualificationKind[]> =>
  readKinds(ctx, inArray(qualificationKind.code, codes))

/** Kinds in the order of their groups, each with its group and its levels in their order. */
export async function readKinds({ db }: Pick<Ctx, 'db'>, where?: SQL): Promise<QualificationKind[]> {
  const found = await db
    .select({ kind: qualificationKind, group: qualificationGroup })
    .from(qualificationKind)
    .innerJoin(qualificationGroup, eq(qualificationGroup.id, qualificationKind.groupId))
    .where(where)
    .orderBy(
      asc(qualificationGroup.sort),
      asc(qualificationGroup.id),
      asc(qualificationKind.sort),
      asc(qualificationKind.id),
    )
  const ids = found.map(({ kind }) => kind.id)
  const levels = await db
    .select()
    .from(qualificationLevel)
    .where(inArray(qualificationLevel.kindId, ids))
    .orderBy(asc(qualificationLevel.sort), asc(qualificationLevel.id))
  return found.map(({ kind, group }) => ({
    ...kind,
    group,
    levels: levels.filter(({ kindId }) => kindId === kind.id),
  }))
}

type Kind = Pick<QualificationKind, 'materials' | 'form' | 'feeShares' | 'levels'>

const MAX_FILES = 10

/** The places for files of one type of application. */
export const materialsFor = ({ materials }: Pick<Kind, 'materials'>, type: ApplicationType): Required<Slot>[] =>
  materials
    .filter(({ only }) => !only || only.includes(type))
    .map(({ code, name, required, hint = '' }) => ({ code, name, required, max: MAX_FILES, hint }))

/** Additional fields of this kind, named `F01`, `F02` …; no other field uses such names. */
export const extraFields = ({ form }: Pick<Kind, 'form'>): FormField[] => form.fields ?? []

/** Returns the stages of an application of this type. `level` is undefined while the form is not filled in. */
export function pathOf(
  type: ApplicationType,
  kind: QualificationKind,
  level: QualificationLevelRow | undefined,
): QualificationStage[] {
  if (type === 'change') return ['review', 'materials']
  if (!isAssessed(type)) return ['review']
  const levels = level ? [level] : kind.levels
  const costs = levels.some(({ code }) => feeOf(kind, code, type) > 0)
  return [
    ...(['review', 'materials'] as const),
    ...(costs ? ['fee' as const] : []),
    ...(kind.needsSiteReview ? [siteStage.code] : []),
    ...(['decision', 'notice'] as const),
  ]
}

/** Requirements of a level: its numbers, which certificates count for them, and holders of certain certificates. */
export type LevelRequirements = {
  requirement: Requirement
  certifiedKinds: readonly string[]
  holderRules: readonly HolderRule[]
}

export const levelRequirements = (
  { certifiedKinds, holderRules }: Omit<LevelRequirements, 'requirement'>,
  { code, requirement }: { code: string; requirement: Requirement },
): LevelRequirements => ({
  requirement,
  certifiedKinds,
  holderRules: holderRules.filter(({ level }) => level === '' || level === code),
})
