import type { desk } from '../../e2e/support/desk.ts'
import type { Hand } from './hand.ts'
import type { TaskCode } from './limits.ts'

/** Calls of the screens, as a colleague makes them. */
export type Call = Awaited<ReturnType<typeof desk>>

/** Something that staff do, from the workbench to the sight of what came of it. */
export type Task = {
  code: TaskCode
  /** The account of staff that does it. */
  as: string
  /** What others did before, by calls. Neither steps nor time count. */
  prepare?: (callAs: (userName: string) => Promise<Call>) => Promise<void>
  run: (hand: Hand) => Promise<void>
  /** Whether it is truly done: throws where it is not. */
  prove: (call: Call) => Promise<void>
}
