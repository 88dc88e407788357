import { typedKeys } from '#lib/keys.ts'
/** States stored in the table. `interrupted` is derived: the heartbeat has stopped because the process died. */
export const storedStates = ['parsing', 'checked', 'running', 'done', 'cancelled', 'failed', 'undone'] as const
export type StoredState = (typeof storedStates)[number]
export type BatchState = StoredState | 'interrupted'

export const stateNames: Record<BatchState, string> = {
  parsing: '检查中',
  checked: '待导入',
  running: '导入中',
  done: '已导入',
  cancelled: '已取消',
  failed: '未能完成',
  undone: '已撤销',
  interrupted: '中断，未写入任何数据',
}
export const batchStates = typedKeys(stateNames)

/** Time in ms after which a batch without a heartbeat counts as interrupted. */
export const HEARTBEAT_TIMEOUT_MS = 15_000

type Alive = { state: StoredState; heartbeat: Date }

export const stateOf = ({ state, heartbeat }: Alive, now: Date): BatchState =>
  (state === 'parsing' || state === 'running') && now.getTime() - heartbeat.getTime() > HEARTBEAT_TIMEOUT_MS
    ? 'interrupted'
    : state
