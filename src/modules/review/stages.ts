import { typedKeys } from '#lib/keys.ts'
import type { Permission } from '#modules/accounts/colleagues/permissions.ts'
import { decision, fee, materials, notice, review } from './ownStages.ts'

/**
 * Which states and which actions of its own each stage has. A module whose business needs another stage declares it here
 * (`declare module`), says in `defineStage` what it is, and names the file in `src/stages.ts`.
 */
export interface StageRegister {
  review: { state: 'draft' | 'submitted' | 'waiting' | 'offered' | 'returned'; action: never }
  materials: { state: 'preparing' | 'checking' | 'materialsReturned'; action: never }
  decision: { state: 'deciding'; action: never }
  notice: { state: 'noticed'; action: never }
  fee: { state: 'unpaid' | 'paying'; action: never }
}
export type Stage = keyof StageRegister

/** Over and done: nothing leads out of these. */
export const endings = { approved: '已通过', rejected: '不予通过', withdrawn: '已撤回', expired: '超期终止' } as const

/**
 * What may happen at any stage. `pass`: on to the next one. `pay`: the applicant says that the fee is paid. `expire`:
 * nobody acted in time. `reconsider`: an objection to the notice is upheld. What a meeting decided only a meeting changes,
 * so it goes back to be decided anew; if it passes again, there is a new notice. `queue`: handed in where there is no place
 * left; `offer`: a place has become free, `accept`: and is wanted. `amend`: the applicant corrects what was handed in, where
 * the kind allows it. `cancel`: what it is for does not take place, whatever has been paid.
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
} as const

export type OpenState = StageRegister[Stage]['state']
export type State = OpenState | keyof typeof endings
export type Action = StageRegister[Stage]['action'] | keyof typeof usualActions

/** What an applicant is asked to do. */
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
  /** Where which action leads. */
  on: Partial<Record<Action, State | 'next'>>
  /** What the message about reaching it says after the kind of application; its name where it says nothing. */
  told?: string
  /** Told by SMS, too, although nothing is asked of the applicant. */
  texted?: true
}

/** `asks`: it says what the applicant must still do, as a return does. */
export type ActionDefinition = { name: string; asks?: true }

export type StageDefinition<Code extends Stage> = {
  code: Code
  /** As a step on the way. */
  name: string
  /** In which state it begins. */
  entry: StageRegister[Code]['state']
  /** Whose desk it lies on, also while the applicant has it; who may act where it is the turn of staff. */
  permission: Permission
  /** What may be done here alone. */
  actions: Record<StageRegister[Code]['action'], ActionDefinition>
  states: Record<StageRegister[Code]['state'], StateDefinition>
}

/** A stage as all others see it. */
export type DefinedStage = { code: Stage; name: string; entry: State; permission: Permission; states: readonly State[] }

const stages = new Map<Stage, DefinedStage>()
const states = new Map<State, StateDefinition & { stage: DefinedStage }>()
const actions = new Map<Action, ActionDefinition>()
const heeding: ((stage: DefinedStage) => void)[] = []

for (const action of typedKeys(usualActions)) actions.set(action, { name: usualActions[action] })

/** The module whose business a stage is defines it: beside its contract, since pages read it, too. */
export function defineStage<Code extends Stage>(definition: StageDefinition<Code>): StageDefinition<Code> {
  const { code, name, entry, permission } = definition
  if (stages.has(code)) throw new Error(`two stages are called ${code}`)
  const stage = { code, name, entry, permission, states: typedKeys(definition.states) }
  stages.set(code, stage)
  for (const state of stage.states) {
    if (states.has(state) || state in endings) throw new Error(`two states are called ${state}`)
    states.set(state, { ...definition.states[state], stage })
  }
  for (const action of typedKeys(definition.actions)) {
    if (actions.has(action)) throw new Error(`two actions are called ${action}`)
    actions.set(action, definition.actions[action])
  }
  for (const heed of heeding) heed(stage)
  return definition
}

// Those that the review knows by itself come first, whatever is loaded when.
defineStage(review)
defineStage(materials)
defineStage(decision)
defineStage(notice)
defineStage(fee)

/** Now of all that are there, and later of each that comes. */
export function onEachStage(heed: (stage: DefinedStage) => void): void {
  for (const stage of stages.values()) heed(stage)
  heeding.push(heed)
}

export function stageCalled(code: Stage): DefinedStage {
  const found = stages.get(code)
  if (!found) throw new Error(`there is no stage called ${code}`)
  return found
}

/** What is known of a state; of one that is over nothing. */
export const definitionOf = (state: State) => states.get(state)

export function nameOfAction(action: Action): string {
  const found = actions.get(action)
  if (!found) throw new Error(`there is no action called ${action}`)
  return found.name
}

/** By which staff ask the applicant for something. */
export const askingActions = () => allActions().filter(action => action === 'return' || actions.get(action)?.asks)

export const allStages = () => [...stages.values()]
export const openStates = () => [...states.keys()]
export const allActions = () => [...actions.keys()]
