/** What can be done to many courses at once. */
export const manyActs = ['publish', 'withdraw', 'close', 'reopen'] as const
export type ManyAct = (typeof manyActs)[number]
