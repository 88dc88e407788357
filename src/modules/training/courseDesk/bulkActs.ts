export const bulkActs = ['publish', 'withdraw', 'close', 'reopen'] as const
export type BulkAct = (typeof bulkActs)[number]
