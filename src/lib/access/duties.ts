import { typedKeys } from '../keys.ts'

/** Duties that a company can give to a clerk (经办人). */
export const dutyNames = {
  all: '全部事项',
  applications: '入会、资质、奖励与广告',
  people: '人员与培训',
  finance: '缴费与发票',
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
