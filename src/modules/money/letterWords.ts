import { typedKeys } from '#lib/keys.ts'

export const letterKindNames = { notice: '缴费通知书', reminder: '催缴函' } as const
export type LetterKind = keyof typeof letterKindNames
export const letterKinds = typedKeys(letterKindNames)

export const letterStateNames = {
  printed: '待寄发',
  dispatched: '已寄发',
  returned: '已退信',
  void: '已作废',
} as const
export type LetterState = keyof typeof letterStateNames
export const letterStates = typedKeys(letterStateNames)

/** States stored in the table. `interrupted` is derived: the heartbeat has stopped because the process died. */
export const storedBatchStates = ['making', 'done', 'failed', 'void'] as const
export type StoredBatchState = (typeof storedBatchStates)[number]
export type BatchState = StoredBatchState | 'interrupted'
const batchStateNames: Record<BatchState, string> = {
  making: '生成中',
  interrupted: '中断，可重新生成',
  done: '已生成',
  failed: '没有生成',
  void: '已作废',
}
export const batchStates = typedKeys(batchStateNames)
export const batchStateName = (state: BatchState, hasFile: boolean) =>
  state === 'done' && !hasFile ? '文件已清理，可重新生成' : batchStateNames[state]

/** Time in ms after which a batch without a heartbeat counts as interrupted. */
export const HEARTBEAT_TIMEOUT_MS = 15_000

/** Maximum letters of one batch: a file of some 40 MB, made in about three minutes. */
export const MAX_LETTERS = 10_000
/** Maximum receivables of one batch, and of one letter: a payer who owes more gets several. */
export const MAX_RECEIVABLES = 30_000
export const MAX_ROWS_PER_LETTER = 200
/** Maximum payers listed by name, and addresses given, at a time. */
export const MAX_LISTED_PAYERS = 100
/** Days for which the file of a batch is kept; it can be made again from its letters. */
export const FILE_RETENTION_DAYS = 30
