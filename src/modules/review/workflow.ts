import { typedKeys } from '#lib/keys.ts'
/**
 * The one workflow of everything that is applied for: pure, so that pages, server and tests read the same table. What
 * happens is a stage after another; each kind of application says which stages it goes through.
 */
export const states = [
  'draft',
  'submitted',
  'waiting',
  'offered',
  'returned',
  'preparing',
  'checking',
  'materialsReturned',
  'deciding',
  'noticed',
  'unpaid',
  'paying',
  'awaitingSite',
  'onSite',
  'rectifying',
  'verifying',
  'scoring',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
] as const
export type State = (typeof states)[number]

export const stateNames: Record<State, string> = {
  draft: '草稿',
  submitted: '待初审',
  waiting: '候补中',
  offered: '候补待确认',
  returned: '退回补正',
  preparing: '待上传盖章材料',
  checking: '待复审',
  materialsReturned: '材料退回补正',
  deciding: '待审议',
  noticed: '公示中',
  unpaid: '待缴费',
  paying: '缴费待确认',
  awaitingSite: '待现场评审',
  onSite: '现场评审中',
  rectifying: '整改中',
  verifying: '整改待验证',
  scoring: '专家评审中',
  approved: '已通过',
  rejected: '不予通过',
  withdrawn: '已撤回',
  expired: '超期终止',
}

/**
 * `pass`: on to the next stage. `pay`: the applicant says that the fee is paid. `expire`: nobody acted in time.
 * `reconsider`: an objection to the notice is upheld. What a meeting decided only a meeting changes, so it goes back to
 * be decided anew; if it passes again, there is a new notice. `arrange`: who reviews on site, and when. `demand`: what was
 * found on site must be put right first. `queue`: handed in where there is no place left; `offer`: a place has become free,
 * `accept`: and is wanted. `amend`: the applicant corrects what was handed in, where the kind allows it. `cancel`: what it is
 * for does not take place, whatever has been paid.
 */
export const actions = [
  ...(['submit', 'pass', 'return', 'reject', 'reconsider', 'pay', 'withdraw', 'expire'] as const),
  ...(['arrange', 'demand'] as const),
  ...(['queue', 'offer', 'accept', 'amend', 'cancel'] as const),
] as const
export type Action = (typeof actions)[number]

export const actionNames: Record<Action, string> = {
  submit: '提交',
  pass: '通过',
  return: '退回补正',
  reject: '不予通过',
  reconsider: '退回重新审议',
  pay: '提交缴费凭证',
  withdraw: '撤回',
  expire: '超期终止',
  arrange: '安排现场评审',
  demand: '要求整改',
  queue: '提交并候补',
  offer: '递补',
  accept: '确认递补',
  amend: '更正',
  cancel: '取消',
}

export const stages = ['review', 'materials', 'fee', 'site', 'experts', 'decision', 'notice'] as const
export type Stage = (typeof stages)[number]

/** Where each stage begins. */
const entry: Record<Stage, State> = {
  review: 'submitted',
  materials: 'preparing',
  decision: 'deciding',
  notice: 'noticed',
  fee: 'unpaid',
  site: 'awaitingSite',
  experts: 'scoring',
}

type Step = { stage: Stage; on: Partial<Record<Action, State | 'next'>> }

const table: Partial<Record<State, Step>> = {
  draft: { stage: 'review', on: { submit: 'submitted', queue: 'waiting', withdraw: 'withdrawn' } },
  submitted: {
    stage: 'review',
    on: { pass: 'next', return: 'returned', reject: 'rejected', withdraw: 'withdrawn', amend: 'submitted' },
  },
  waiting: {
    stage: 'review',
    on: { offer: 'offered', withdraw: 'withdrawn', expire: 'expired', amend: 'waiting' },
  },
  offered: { stage: 'review', on: { accept: 'submitted', withdraw: 'withdrawn', expire: 'expired' } },
  returned: { stage: 'review', on: { submit: 'submitted', withdraw: 'withdrawn', expire: 'expired' } },
  preparing: { stage: 'materials', on: { submit: 'checking', withdraw: 'withdrawn', expire: 'expired' } },
  checking: {
    stage: 'materials',
    on: { pass: 'next', return: 'materialsReturned', reject: 'rejected', withdraw: 'withdrawn' },
  },
  materialsReturned: { stage: 'materials', on: { submit: 'checking', withdraw: 'withdrawn', expire: 'expired' } },
  deciding: { stage: 'decision', on: { pass: 'next', reject: 'rejected' } },
  noticed: { stage: 'notice', on: { pass: 'next', reject: 'rejected', reconsider: 'deciding' } },
  unpaid: { stage: 'fee', on: { pay: 'paying', withdraw: 'withdrawn', expire: 'expired', amend: 'submitted' } },
  paying: { stage: 'fee', on: { pass: 'next', return: 'unpaid' } },
  awaitingSite: { stage: 'site', on: { arrange: 'onSite', reject: 'rejected' } },
  onSite: { stage: 'site', on: { arrange: 'onSite', pass: 'next', demand: 'rectifying', reject: 'rejected' } },
  rectifying: { stage: 'site', on: { submit: 'verifying', expire: 'expired' } },
  verifying: { stage: 'site', on: { pass: 'next', return: 'rectifying', reject: 'rejected' } },
  scoring: { stage: 'experts', on: { pass: 'next', reject: 'rejected', withdraw: 'withdrawn' } },
}

/** Where `action` leads from `from` on the way `path`; undefined where it is not possible. */
export function transition(path: readonly Stage[], from: State, action: Action): State | undefined {
  const step = table[from]
  if (action === 'cancel') return step && from !== 'draft' ? 'withdrawn' : undefined
  const to = step?.on[action]
  // What a meeting is to decide is not given up over its fee; what no meeting decides goes back to its reviewer.
  if (from === 'unpaid' && action === 'withdraw' && path.includes('decision')) return
  if (to === 'deciding' && !path.includes('decision')) return entry.review
  if (to !== 'next') return to
  const following = path[path.indexOf(step!.stage) + 1]
  return following ? entry[following] : 'approved'
}

/** On the way `path`, or on any. */
export const possibleActions = (state: State, path?: readonly Stage[]) =>
  typedKeys(table[state]?.on ?? {}).filter(action => !path || transition(path, state, action))

/** Over and done: nothing leads out of it. */
export const isClosed = (state: State) => table[state] === undefined
export const openStates = states.filter(state => !isClosed(state))

/** In which stage that is; none where it is over. */
export const stageOf = (state: State): Stage | undefined => table[state]?.stage

/** Whose turn it is. */
export const waitsFor = (state: State): 'applicant' | 'staff' | 'calendar' | 'nobody' => {
  if (isClosed(state)) return 'nobody'
  if (state === 'noticed' || state === 'waiting') return 'calendar'
  return staffPermission[state] ? 'staff' : 'applicant'
}

/** What of the association's staff is needed to act on an application in this state. */
export const staffPermission: Partial<
  Record<State, 'staff:review' | 'staff:decide' | 'staff:finance' | 'staff:awards'>
> = {
  submitted: 'staff:review',
  checking: 'staff:review',
  deciding: 'staff:decide',
  noticed: 'staff:decide',
  paying: 'staff:finance',
  awaitingSite: 'staff:review',
  onSite: 'staff:review',
  verifying: 'staff:review',
  scoring: 'staff:awards',
}

/** Whose desk it is on, also while the applicant has it; none where it is over. */
export const deskOf = (state: State) => desks[stageOf(state)!]
const desks: Partial<Record<Stage, (typeof staffPermission)[State]>> = {
  review: 'staff:review',
  materials: 'staff:review',
  decision: 'staff:decide',
  notice: 'staff:decide',
  fee: 'staff:finance',
  site: 'staff:review',
  experts: 'staff:awards',
}

/** What a reviewer asks for, at one field of the form or one slot of the materials; neither: about the whole. */
export type Remark = {
  field?: string
  slot?: string
  label: string
  text: string
  /** What the applicant says to it when handing in again. */
  answer?: string
}

/** What may be changed after a return: what the remarks name, or everything where one of them names nothing. */
export function isOpen(remarks: readonly Remark[], { field, slot }: { field?: string; slot?: string }): boolean {
  return remarks.some(
    remark =>
      (remark.field === undefined && remark.slot === undefined) ||
      (field !== undefined && remark.field === field) ||
      (slot !== undefined && remark.slot === slot),
  )
}
