import { typedKeys } from '#lib/keys.ts'

/**
 * States stored in the table. `interrupted` is derived from the heartbeat, because a process that died cannot store it.
 */
export const storedStates = [
  'reading',
  'ruling',
  'checking',
  'checked',
  'running',
  'done',
  'cancelled',
  'failed',
  'undone',
] as const
export type StoredState = (typeof storedStates)[number]
export type OldSiteState = StoredState | 'interrupted'

export const stateNames: Record<OldSiteState, string> = {
  reading: '读取中',
  ruling: '待核对规则',
  checking: '预览中',
  checked: '待导入',
  running: '导入中',
  done: '已导入',
  cancelled: '已取消',
  failed: '未能完成',
  undone: '已撤销',
  interrupted: '中断',
}
export const oldSiteStates = typedKeys(stateNames)

/** Long-running phases, carried out by a job. */
export const phases = ['reading', 'checking', 'running'] as const
export type Phase = (typeof phases)[number]

export const isAtWork = (state: OldSiteState) => (phases as readonly string[]).includes(state)

/** Time in ms without a heartbeat after which the process is considered dead. */
export const HEARTBEAT_TIMEOUT_MS = 15_000

type Heartbeat = { state: StoredState; heartbeat: Date }

export const stateOf = ({ state, heartbeat }: Heartbeat, now: Date): OldSiteState =>
  isAtWork(state) && now.getTime() - heartbeat.getTime() > HEARTBEAT_TIMEOUT_MS ? 'interrupted' : state

/** Verdict of a page, in the preview and after the import. */
export const verdicts = {
  new: '可以导入',
  bad: '有问题',
  known: '以前已导入',
  done: '已导入',
  left: '不导入',
} as const
export type Verdict = keyof typeof verdicts
