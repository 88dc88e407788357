import { typedKeys } from '#lib/keys.ts'

/** States of a row of the tax bureau's list before it is recorded. */
export const rowStateNames = {
  ready: '可以登记',
  noFile: '没有文件',
  noRecord: '没有对应的款项',
  several: '对应多笔款项',
  double: '重复',
  already: '已登记过',
  wrong: '有误',
} as const
export type RowState = keyof typeof rowStateNames
export const rowStates = typedKeys(rowStateNames)

/** Invoices of one batch. */
export const MAX_ROWS = 200
/** Files of one ZIP. */
export const MAX_FILES = 1000
