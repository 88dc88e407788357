import { typedKeys } from '#lib/keys.ts'

/** States of a receivable of any kind. */
export const owedStateNames = {
  due: '待缴',
  claimed: '待确认',
  paid: '已到账',
  refunded: '已退款',
  waived: '已免缴',
  cancelled: '已作废',
  used: '已转用',
} as const
export type OwedState = keyof typeof owedStateNames
export const owedStates = typedKeys(owedStateNames)

/** 账龄: how many days it is late, from and to. */
const bounds = {
  current: { name: '未到期', from: null, to: 0 },
  days30: { name: '1–30 天', from: 1, to: 30 },
  days90: { name: '31–90 天', from: 31, to: 90 },
  days180: { name: '91–180 天', from: 91, to: 180 },
  days365: { name: '181–365 天', from: 181, to: 365 },
  older: { name: '一年以上', from: 366, to: null },
} as const
export type Age = keyof typeof bounds
export const ages = typedKeys(bounds)
export const ageBounds: Record<Age, { name: string; from: number | null; to: number | null }> = bounds
export const ageNames = Object.fromEntries(ages.map(age => [age, bounds[age].name])) as Record<Age, string>

/** Default term in days after a record is raised, where no due date is set. */
export const DEFAULT_TERM_DAYS = 30
