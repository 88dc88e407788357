/** Whether everything runs (`npm run test:all`): all cases of the matrices instead of a sample. */
export const runsAll = process.env.ALL_TESTS !== undefined

/** How many come at once or how long a list is: `few` by day, where they show what `many` show at night. */
export const dayOrNight = (few: number, many: number): number => (runsAll ? many : few)

const changedPaths = (process.env.CHANGED_PATHS ?? '').split(' ').filter(Boolean)
/** Whether the page at this address is looked at in all its cases: everything runs, or the page has changed. */
export const isLookedAtWhole = (url: string): boolean =>
  runsAll || changedPaths.some(path => `${new URL(url).pathname}'`.startsWith(path))
