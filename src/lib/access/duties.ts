import { typedKeys } from '../keys.ts'

/** What a clerk (经办人) may be given to do for a company. */
export const dutyNames = {
  all: '全部事项',
  applications: '入会、资质、奖励与广告',
  people: '人员与培训',
  finance: '缴费与发票',
  reading: '查看',
} as const

export type Duty = keyof typeof dutyNames
export const dutyCodes = typedKeys(dutyNames)

/** Whose the company's account is: the login of the company itself, or the clerk to whom it was handed over. */
export const OWNER = 'owner'

/** Which duties a call takes; of some it depends on what is sent. */
export type Needed = readonly (Duty | typeof OWNER)[]
export type Duties = Needed | ((input: unknown) => Needed)

/** Of a call by which a payment is handed in, too: that is for who has `finance`, the rest for who has `duty`. */
export const payingApart =
  (duty: Duty, pays: (input: Readonly<Record<string, unknown>>) => boolean) =>
  (input: unknown): Needed =>
    isRecord(input) && pays(input) ? ['finance'] : [duty]

const isRecord = (input: unknown): input is Record<string, unknown> => typeof input === 'object' && input !== null
