/**
 * Minimum number of visitors before a search text is stored: a rarer one says more about them than about the content.
 */
export const MIN_VISITORS = 3

/** Whether a past search is suggested, according to recent visitors and the decision of staff. */
export const pastSearchStates = { shown: '提示', few: '近来搜的人少', hidden: '不提示' } as const
export type PastSearchState = keyof typeof pastSearchStates
