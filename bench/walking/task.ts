import type { Page } from '@playwright/test'
import type { Walker } from './walker.ts'

/** A visitor's task, and the number of acts it takes. */
export type Task<Given = unknown> = {
  name: string
  /** Acts in the product as it was first walked; missing where that was not counted or could not be done. */
  before?: number
  /** Smallest number of acts that seems possible. */
  least: number
  /** Prepares data by API calls and signs in the walker; returns what the walk needs. */
  prepare?: (page: Page) => Promise<Given>
  /** Start page; the home page if missing. */
  from?: string | ((given: Given) => string)
  walk: (walker: Walker, given: Given) => Promise<void>
}

/** Ties the type of the prepared data to the walk, so that tasks of any type fit into one list. */
export const task = <Given>(one: Task<Given>): Task => ({
  name: one.name,
  before: one.before,
  least: one.least,
  prepare: one.prepare,
  from: given => (typeof one.from === 'function' ? one.from(given as Given) : (one.from ?? '/admin/home')),
  walk: (walker, given) => one.walk(walker, given as Given),
})

/** Maximum number of acts: a fifth more than the least. */
export const limitOf = ({ least }: Pick<Task, 'least'>) => Math.floor(least * 1.2)
