import { typedKeys } from '#lib/keys.ts'

export const lineStateNames = { open: '待处理', accepted: '已入账', aside: '其他款项' } as const
export type LineState = keyof typeof lineStateNames
export const lineStates = typedKeys(lineStateNames)

/** Row of the bank's file that is no incoming money, and why. */
export type UnreadRow = { row: number; reason: string }
