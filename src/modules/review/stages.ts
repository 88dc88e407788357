import { typedKeys } from '#lib/keys.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { decision, fee, materials, notice, review } from './ownStages.ts'

/**
 * States and own actions of each stage. A module that needs another stage declares it here (`declare module`), defines
 * it with `defineStage`, and lists the file in `src/stages.ts`.
 */
export interface StageRegister {
  review: { state: 'draft' | 'submitted' | 'waiting' | 'offered' | 'returned'; action: never }
  materials: { state: 'preparing' | 'checking' | 'materialsReturned'; action: never }
  decision: { state: 'deciding'; action: never }
  notice: { state: 'noticed'; action: never }
  fee: { state: 'unpaid' | 'paying'; action: never }
}
export type Stage = keyof StageRegister

/** Final states, which no action leaves. */
export const finalStates = {
  approved: '已通过',
  rejected: '不予通过',
  withdrawn: '已撤回',
  expired: '超期终止',
} as const

/**
 * Actions possible at any stage. `pass`: to the next stage. `pay`: the applicant claims to have paid the fee. `expire`:
 * nobody acted in time. `reconsider`: an objection to the notice is upheld; only a meeting can change a meeting's
 * decision, so the application goes back to it, and passing again opens a new notice. `queue`: submitted with no place
 * left; `offer`: a place has become free; `accept`: the applicant takes it. `amend`: the applicant corrects a
 * submission, if the kind allows it. `cancel`: the subject does not take place, whatever has been paid. `correct`: two
 * of staff take back the last decision, of which the applicant was told (`desk/server/undoing.ts`).
 */
export const usualActions = {
  submit: '提交',
  pass: '通过',
  return: '退回补正',
  reject: '不予通过',
  reconsider: '退回重新审议',
  pay: '提交缴费凭证',
  withdraw: '撤回',
  expire: '超期终止',
  queue: '提交并候补',
  offer: '递补',
  accept: '确认递补',
  amend: '更正',
  cancel: '取消',
  correct: '纠正决定',
} as const

export type OpenState = StageRegister[Stage]['state']
export type State = OpenState | keyof typeof finalStates
export type Action = StageRegister[Stage]['action'] | keyof typeof usualActions

export type Task = 'fill' | 'mend' | 'upload' | 'pay' | 'accept'

type Turn =
  /** `asked`: what must be done before the last day, as the message about it says. */
  | { waitsFor: 'applicant'; task: Task; asked?: string }
  /** `days`: in working days, how long it may lie on a desk of the association. */
  | { waitsFor: 'staff'; days: number }
  /** `until`: what is waited for, as people read it. `staffMayAct`: where staff may say that it does not go on. */
  | { waitsFor: 'calendar'; until: string; staffMayAct?: true }

export type StateDefinition = Turn & {
  name: string
  /** Target state of each action. */
  on: Partial<Record<Action, State | 'next'>>
  /** Wording of the message after the name of the kind; defaults to the name of the state. */
  told?: string
  /** Told by SMS, too, although nothing is asked of the applicant. */
  texted?: true
}

/** `asks`: it says what the applicant must still do, as a return does. */
export type ActionDefinition = { name: string; asks?: true }

export type StageDefinition<Code extends Stage> = {
  code: Code
  name: string
  /** First state of the stage. */
  entry: StageRegister[Code]['state']
  /**
   * Permission of the staff responsible for the stage, also while the applicant has it; they act when it is their turn.
   */
  permission: Permission
  /** Actions that exist only in this stage. */
  actions: Record<StageRegister[Code]['action'], ActionDefinition>
  states: Record<StageRegister[Code]['state'], StateDefinition>
}

/** A stage as all others see it. */
export type DefinedStage = { code: Stage; name: string; entry: State; permission: Permission; states: readonly State[] }

const stages = new Map<Stage, DefinedStage>()
const states = new Map<State, StateDefinition & { stage: DefinedStage }>()
const actions = new Map<Action, ActionDefinition>()
const stageListeners: ((stage: DefinedStage) => void)[] = []

for (const action of typedKeys(usualActions)) actions.set(action, { name: usualActions[action] })

/** The module whose business a stage is defines it: beside its contract, since pages read it, too. */
export function defineStage<Code extends Stage>(definition: StageDefinition<Code>): StageDefinition<Code> {
  const { code, name, entry, permission } = definition
  if (stages.has(code)) throw new Error(`two stages are called ${code}`)
  const stage = { code, name, entry, permission, states: typedKeys(definition.states) }
  stages.set(code, stage)
  for (const state of stage.states) {
    if (states.has(state) || state in finalStates) throw new Error(`two states are called ${state}`)
    states.set(state, { ...definition.states[state], stage })
  }
  for (const action of typedKeys(definition.actions)) {
    if (actions.has(action)) throw new Error(`two actions are called ${action}`)
    actions.set(action, definition.actions[action])
  }
  for (const heed of stageListeners) heed(stage)
  return definition
}

// Define the stages of the review first, so that their order does not depend on load order.
defineStage(review)
defineStage(materials)
defineStage(decision)
defineStage(notice)
defineStage(fee)

/** Calls the function for each stage defined so far, and for each one defined later. */
export function onEachStage(heed: (stage: DefinedStage) => void): void {
  for (const stage of stages.values()) heed(stage)
  stageListeners.push(heed)
}

export function stageByCode(code: Stage): DefinedStage {
  const found = stages.get(code)
  if (!found) throw new Error(`there is no stage called ${code}`)
  return found
}

/** Returns the definition of a state; undefined for final states. */
export const definitionOf = (state: State) => states.get(state)

export function nameOfAction(action: Action): string {
  const found = actions.get(action)
  if (!found) throw new Error(`there is no action called ${action}`)
  return found.name
}

/** Actions by which staff request something from the applicant. */
export const askingActions = () => allActions().filter(action => action === 'return' || actions.get(action)?.asks)

export const allStages = () => [...stages.values()]
export const openStates = () => [...states.keys()]
export const allActions = () => [...actions.keys()]
