/** Whether everything runs (`npm run test:all`): all cases of the matrices instead of a sample. */
export const runsAll = process.env.ALL_TESTS !== undefined

const changed = (process.env.CHANGED_PAGES ?? '').split(' ')
/** Whether a page is looked at in all its cases: `page` as the routes name it, `modules/…/pages/X.tsx`. */
export const isLookedAtWhole = (page: string): boolean => runsAll || changed.includes(page)
