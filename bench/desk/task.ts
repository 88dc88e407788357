import type { Page } from '@playwright/test'
import type { desk } from '../../e2e/support/desk.ts'
import type { Hand } from './hand.ts'
import type { TaskCode } from './limits.ts'

/** Calls of the screens, as a colleague makes them. */
export type Call = Awaited<ReturnType<typeof desk>>

/** The people around a task. */
export type Others = {
  callAs: (userName: string) => Promise<Call>
  /** Somebody new at a page of their own, for the calls that members’ screens make. */
  visitor: () => Promise<Page>
}

/** A task, from the workbench (of a member: from the overview) until its result is visible. */
export type Task = {
  code: TaskCode
  /** The account of staff that does it; `member`: the one whose session `prepare` opened. */
  as: string
  /** The screen, where it is not that of a desk. */
  viewport?: { width: number; height: number }
  /**
   * Preparation by other people through API calls. Neither its steps nor its time count. A text that it returns is the
   * token of the member who does the task.
   */
  prepare?: (others: Others) => Promise<unknown>
  /** `beside`: another colleague at a workbench of their own, whose steps count, too. */
  run: (hand: Hand, beside: (userName: string) => Promise<Hand>) => Promise<void>
  /** Checks that the task is really done; throws where it is not. */
  prove: (call: Call) => Promise<void>
}
