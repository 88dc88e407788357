import { typedKeys } from '#lib/keys.ts'

/** What becomes of an old site. `interrupted` is never written down: its process died, and nobody was there to do so. */
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

/** What a process does with it for long. */
export const phases = ['reading', 'checking', 'running'] as const
export type Phase = (typeof phases)[number]

export const isAtWork = (state: OldSiteState) => (phases as readonly string[]).includes(state)

/** Without a sign of life for so long, in ms, whoever worked on it is dead. */
export const SILENCE = 15_000

type Alive = { state: StoredState; heartbeat: Date }

export const stateOf = ({ state, heartbeat }: Alive, now: Date): OldSiteState =>
  isAtWork(state) && now.getTime() - heartbeat.getTime() > SILENCE ? 'interrupted' : state

/** What stands of a page in the preview, and after it. */
export const verdicts = {
  new: '可以导入',
  bad: '有问题',
  known: '以前已导入',
  done: '已导入',
  left: '不导入',
} as const
export type Verdict = keyof typeof verdicts
