/** Row of the bank's file that is no incoming money, and why. */
export type UnreadRow = { row: number; reason: string }
