export const manyActs = ['publish', 'withdraw', 'close', 'reopen'] as const
export type ManyAct = (typeof manyActs)[number]
