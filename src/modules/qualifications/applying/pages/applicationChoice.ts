import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { ApplicationType } from '#modules/qualifications/applicationTypes.ts'

/** Choices made so far for a new application, kept in the address. */
export type Chosen = {
  type: ApplicationType
  groupId?: number
  childId?: number
  levelId?: number
  certId?: number
}
/** Applies a choice. Later choices that depend on it must be passed as undefined to be cleared. */
export type Choose = (changed: Partial<Chosen>) => void

export type Groups = Output<ApiContract['GET /qualification/group/list']>
export type ChoiceStepProps = { chosen: Chosen; choose: Choose; groups: Groups }
/** 种类 */
export type Child = Groups[number]['children'][number]
