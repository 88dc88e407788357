import { typedKeys } from '#lib/keys.ts'

/** How money is known to have come or gone: by the bank, by who takes payments online, or by staff who saw a slip. */
export const wayNames = { line: '银行流水入账', online: '在线支付', slip: '人工确认' } as const
export type Way = keyof typeof wayNames
export const ways = typedKeys(wayNames)

export const directionNames = { receipt: '收款', refund: '退款' } as const
export type Direction = keyof typeof directionNames
export const directions = typedKeys(directionNames)

export const closeStateNames = { closed: '已日结', reopened: '已重开' } as const
export type CloseState = keyof typeof closeStateNames
export const closeStates = typedKeys(closeStateNames)

/** Of a close: how what came later agrees with it. */
export const closeViews = ['closed', 'reopened', 'changed'] as const
export const closeViewNames = { ...closeStateNames, changed: '日结后有变动' } as const
