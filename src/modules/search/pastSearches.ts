/** What fewer visitors have searched for is not kept: it says more of them than of what can be found. */
export const SEVERAL = 3

/** Whether a past search is proposed: by how many have searched for it lately, and as staff have decided. */
export const pastSearchStates = { shown: '提示', few: '近来搜的人少', hidden: '不提示' } as const
export type PastSearchState = keyof typeof pastSearchStates
