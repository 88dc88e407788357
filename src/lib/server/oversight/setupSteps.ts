import type { Services } from '../api/context.ts'

type Asking = Pick<Services, 'db' | 'config'>

/** Something that a new site needs before it can do its work. */
export type SetupStep = {
  code: string
  name: string
  /** What does not work without it. */
  without: string
  /** The screen on which it is done; null where the operator does it on the machine. */
  route: string | null
  /** The site can go live without it. */
  isOptional?: boolean
  /** What is still to be done, in a sentence; null: it is done. */
  lacks: (ctx: Asking) => Promise<string | null> | string | null
}
export type SetupState = Omit<SetupStep, 'lacks'> & { lacks: string | null }

const all: SetupStep[] = []

/** The module whose matter it is defines its steps; the order is that in which modules are loaded. */
export function defineSetupSteps(...steps: SetupStep[]): void {
  all.push(...steps)
}

/** Every step and what it lacks now. One after the other: the workbench asks, too, and leaves connections to who works. */
export async function readSetupSteps(ctx: Asking): Promise<SetupState[]> {
  const states: SetupState[] = []
  for (const { lacks, ...step } of all) states.push({ ...step, lacks: await lacks(ctx) })
  return states
}

/** The site cannot go live before it is done. */
export const isMissing = (step: SetupState): step is SetupState & { lacks: string } =>
  step.lacks !== null && !step.isOptional
