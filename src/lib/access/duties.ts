import { typedKeys } from '../keys.ts'

/** Duties that a company can give to a clerk (经办人). */
export const dutyNames = {
  all: '全部事项',
  applications: '入会、资质、奖励与广告',
  people: '人员与培训',
  finance: '缴费与发票',
  statistics: '行业统计填报',
  reading: '查看',
} as const

export type Duty = keyof typeof dutyNames
export const dutyCodes = typedKeys(dutyNames)

/** Owner of the company's account: the login of the company itself, or the clerk to whom it was handed over. */
export const OWNER = 'owner'

/** Duties that allow a call; for some calls they depend on the input. */
export type NeededDuties = readonly (Duty | typeof OWNER)[]
export type Duties = NeededDuties | ((input: unknown) => NeededDuties)

/** Duties of a call that may hand in a payment: `finance` if it does, otherwise `duty`. */
export const financeIfPaying =
  (duty: Duty, pays: (input: Readonly<Record<string, unknown>>) => boolean) =>
  (input: unknown): NeededDuties =>
    isRecord(input) && pays(input) ? ['finance'] : [duty]

const isRecord = (input: unknown): input is Record<string, unknown> => typeof input === 'object' && input !== null

/** Clerk of a company, and what they may do there. */
export type DutyHolder = { isOwner: boolean; duties: readonly Duty[] }

/** Whether a clerk has any of the needed duties. */
export const hasDuty = ({ isOwner, duties }: DutyHolder, needed: NeededDuties): boolean =>
  isOwner ||
  needed.includes('reading') ||
  needed.some(duty => duty !== OWNER && (duties.includes('all') || duties.includes(duty)))

/** Tells a clerk which duty an act takes. */
export function missingDutyMessage(needed: NeededDuties): string {
  const names = needed.flatMap(duty => (duty === OWNER || duty === 'all' ? [] : `“${dutyNames[duty]}”`))
  if (names.length > 0) return `您作为经办人没有${names.join('或')}的权限，请由本单位有此权限的同事办理，或请负责人调整`
  if (needed.includes('all')) return '这项操作须由本单位负责人，或有“全部事项”权限的经办人办理'
  return '这项操作须由本单位负责人办理'
}
