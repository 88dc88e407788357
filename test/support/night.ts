/** Whether everything runs (`npm run test:all`): all cases of the matrices instead of a sample. */
export const runsAll = process.env.ALL_TESTS !== undefined

/** How many come at once or how long a list is: `few` by day, where they show what `many` show at night. */
export const dayOrNight = (few: number, many: number): number => (runsAll ? many : few)

const changed = (process.env.CHANGED_PAGES ?? '').split(' ')
/** Whether a page is looked at in all its cases: `page` as the routes name it, `modules/…/pages/X.tsx`. */
export const isLookedAtWhole = (page: string): boolean => runsAll || changed.includes(page)
