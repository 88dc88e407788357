import type { Page } from '@playwright/test'
import type { Walker } from './walker.ts'

/** What somebody comes for, and how many acts it takes. */
export type Task<Given = unknown> = {
  name: string
  /** Acts in the product as it was first walked; missing where that was not counted or could not be done. */
  before?: number
  /** As few as seem possible. */
  least: number
  /** Whatever has to be there beforehand, by calls; answers what the walk needs to know, and signs in who walks. */
  prepare?: (page: Page) => Promise<Given>
  /** Where it begins; without it at the home page. */
  from?: string | ((given: Given) => string)
  walk: (walker: Walker, given: Given) => Promise<void>
}

/** So that what is prepared and what is walked with are of one type, and tasks of any type stand in one list. */
export const task = <Given>(one: Task<Given>): Task => ({
  name: one.name,
  before: one.before,
  least: one.least,
  prepare: one.prepare,
  from: given => (typeof one.from === 'function' ? one.from(given as Given) : (one.from ?? '/admin/home')),
  walk: (walker, given) => one.walk(walker, given as Given),
})

/** One over is felt; a fifth over is not. */
export const limitOf = ({ least }: Pick<Task, 'least'>) => Math.floor(least * 1.2)
