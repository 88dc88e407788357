/** Of every demo account. */
export const DEMO_PASSWORD = 'Hangxie-demo-2026'

/** As whom one may look around where the data are made up: what the sign-in pages say, without all of `demoAccounts.ts`. */
export const demoNames = {
  member: ['qingyuan', 'taishan', 'xinren', 'zhangwei'],
  staff: ['admin', 'editor', 'reviewer', 'cashier', 'trainer', 'awards'],
} as const
