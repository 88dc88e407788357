import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { ApplicationType } from '../applicationTypes.ts'

/** What of a new application is chosen so far, as the address has it. */
export type Chosen = {
  type: ApplicationType
  groupId?: number
  childId?: number
  levelId?: number
  certId?: number
}
/** What follows from an earlier choice goes when that is made anew: it is given as undefined. */
export type Choose = (changed: Partial<Chosen>) => void

export type Groups = Output<ApiContract['GET /qualification/group/list']>
export type Choosing = { chosen: Chosen; choose: Choose; groups: Answer<Groups> }
/** 种类 */
export type Child = Groups[number]['children'][number]
