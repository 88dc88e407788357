import type { desk } from '../../e2e/support/desk.ts'
import type { Hand } from './hand.ts'
import type { TaskCode } from './limits.ts'

/** Calls of the screens, as a colleague makes them. */
export type Call = Awaited<ReturnType<typeof desk>>

/** A staff task, from the workbench until its result is visible. */
export type Task = {
  code: TaskCode
  /** The account of staff that does it. */
  as: string
  /** The screen, where it is not that of a desk. */
  viewport?: { width: number; height: number }
  /** Preparation by other people through API calls. Neither its steps nor its time count. */
  prepare?: (callAs: (userName: string) => Promise<Call>) => Promise<void>
  run: (hand: Hand) => Promise<void>
  /** Checks that the task is really done; throws where it is not. */
  prove: (call: Call) => Promise<void>
}
