import { byOrder, type Ordered } from '../../byOrder.ts'
import type { Services } from '../api/context.ts'

type SetupContext = Pick<Services, 'db' | 'config'>

/** Step of the setup of a new site. */
export type SetupStep = Ordered & {
  code: string
  name: string
  /** Feature that does not work without this step. */
  without: string
  /** The screen on which it is done; null where the operator does it on the machine. */
  route: string | null
  /** The site can go live without it. */
  isOptional?: boolean
  /** Sentence about what is missing; null: the step is done. */
  lacks: (ctx: SetupContext) => Promise<string | null> | string | null
}
export type SetupState = Omit<SetupStep, 'lacks' | 'order'> & { lacks: string | null }

const all: SetupStep[] = []

/** The module whose matter it is defines its steps. */
export function defineSetupSteps(...steps: SetupStep[]): void {
  all.push(...steps)
}

/**
 * Returns every step and what it lacks. Runs one after the other: the workbench calls this too and must leave
 * connections to people at work.
 */
export async function readSetupSteps(ctx: SetupContext): Promise<SetupState[]> {
  const states: SetupState[] = []
  for (const { lacks, order, ...step } of all.toSorted(byOrder)) states.push({ ...step, lacks: await lacks(ctx) })
  return states
}

/** The site cannot go live before it is done. */
export const isMissing = (step: SetupState): step is SetupState & { lacks: string } =>
  step.lacks !== null && !step.isOptional
