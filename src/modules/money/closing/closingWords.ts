import { typedKeys } from '#lib/keys.ts'

/** Evidence of a payment: bank line, online payment provider, or a slip confirmed by staff. */
export const wayNames = { line: '银行流水入账', online: '在线支付', slip: '人工确认' } as const
export type Way = keyof typeof wayNames
export const ways = typedKeys(wayNames)

export const directionNames = { receipt: '收款', refund: '退款' } as const
export type Direction = keyof typeof directionNames
export const directions = typedKeys(directionNames)

export const closeStateNames = { closed: '已日结', reopened: '已重开' } as const
export type CloseState = keyof typeof closeStateNames
export const closeStates = typedKeys(closeStateNames)

/** Filters of closes: in force, reopened, or changed since. */
export const closeViews = ['closed', 'reopened', 'changed'] as const
export const closeViewNames = { ...closeStateNames, changed: '日结后有变动' } as const

/** Days that are closed at once. */
export const MAX_DAYS_AT_ONCE = 62
