import { typedKeys } from '#lib/keys.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import {
  type Action,
  allActions,
  allStages,
  definitionOf,
  finalStates,
  nameOfAction,
  openStates,
  type Stage,
  type State,
  type StateDefinition,
  stageByCode,
} from './stages.ts'

/**
 * The one workflow of everything that is applied for: pure, so that pages, server and tests read the same. What happens is
 * a stage after another; each kind of application says which stages it goes through.
 */
export { type Action, allActions, allStages, nameOfAction, openStates, type Stage, type State }

export const allStates = (): State[] => [...openStates(), ...typedKeys(finalStates)]

export const nameOfStage = (stage: Stage) => stageByCode(stage).name

export function nameOfState(state: State): string {
  if (isClosed(state)) return finalStates[state]
  const found = definitionOf(state)
  if (!found) throw new Error(`there is no state called ${state}`)
  return found.name
}

/** Returns the state that `action` leads to from `from` along `path`; undefined if it is not possible. */
export function transition(path: readonly Stage[], from: State, action: Action): State | undefined {
  const definition = definitionOf(from)
  if (!definition) return
  if (action === 'cancel') return from === 'draft' ? undefined : 'withdrawn'
  const to = definition.on[action]
  // An application that a meeting will decide cannot be withdrawn over its fee; on a path without a meeting it goes
  // back to the review.
  if (from === 'unpaid' && action === 'withdraw' && path.includes('decision')) return
  if (to === 'deciding' && !path.includes('decision')) return stageByCode('review').entry
  if (to !== 'next') return to
  const following = path[path.indexOf(definition.stage.code) + 1]
  return following ? stageByCode(following).entry : 'approved'
}

/** Returns the actions possible in a state, along `path` or along any path. */
export function possibleActions(state: State, path?: readonly Stage[]): Action[] {
  const known = definitionOf(state)?.on
  if (!known) return []
  return typedKeys(known).filter(action => !path || transition(path, state, action))
}

export const isClosed = (state: string): state is keyof typeof finalStates => Object.hasOwn(finalStates, state)

/** Returns the stage of a state; undefined for final states. */
export const stageOf = (state: State): Stage | undefined => definitionOf(state)?.stage.code

/** The way as a row of steps: all behind where it was approved, none where it ended otherwise. */
export function stagesOf(path: readonly Stage[], state: State) {
  const steps = [...path.map(nameOfStage), '办结']
  const stage = stageOf(state)
  const reached = stage ? path.indexOf(stage) : -1
  const at = state === 'approved' ? steps.length : reached
  return steps.map((name, i) => {
    if (i === at) return { name, state: 'current' as const }
    return { name, state: i < at ? ('done' as const) : ('todo' as const) }
  })
}

/** Returns whose turn it is. */
export const waitsFor = (state: State): StateDefinition['waitsFor'] | 'nobody' =>
  definitionOf(state)?.waitsFor ?? 'nobody'

/** Returns the permission that staff need to act in this state. */
export function permissionAt(state: State): Permission | undefined {
  const definition = definitionOf(state)
  if (!definition || definition.waitsFor === 'applicant') return
  return definition.waitsFor === 'staff' || definition.staffMayAct ? definition.stage.permission : undefined
}

/** Returns the states in which these permissions allow to act. */
export const statesFor = (permissions: readonly string[]) =>
  openStates().filter(state => permissions.includes(permissionAt(state) ?? ''))

/** Returns the permission of the responsible staff, also while the applicant has it; undefined for final states. */
export const deskOf = (state: State) => definitionOf(state)?.stage.permission

/** Request of a reviewer about one field or one slot; about the whole if it names neither. */
export type Remark = {
  field?: string
  slot?: string
  label: string
  text: string
  /** Answer of the applicant on resubmission. */
  answer?: string
}

/**
 * Tells whether a field or slot may be changed after a return: those that the remarks name, or everything if a remark
 * names none.
 */
export function isOpen(remarks: readonly Remark[], { field, slot }: { field?: string; slot?: string }): boolean {
  return remarks.some(
    remark =>
      (remark.field === undefined && remark.slot === undefined) ||
      (field !== undefined && remark.field === field) ||
      (slot !== undefined && remark.slot === slot) ||
      // A field that is mended makes another form of it, to be signed and sealed anew.
      (slot !== undefined && isStampedForm(slot) && remark.field !== undefined),
  )
}

/** The place of the printed form that comes back signed and sealed has this name in every kind. */
export const STAMPED_FORM = 'stampedForm'
export const isStampedForm = (slot: string) => slot === STAMPED_FORM
