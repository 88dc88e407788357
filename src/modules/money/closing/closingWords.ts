import { typedKeys } from '#lib/keys.ts'

/**
 * What an entry books. `writeOff`: no money came; it stands apart, so that what was received is what the bank and the cash
 * box have.
 */
export const directionNames = { receipt: '收款', refund: '退款', writeOff: '核销' } as const
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
