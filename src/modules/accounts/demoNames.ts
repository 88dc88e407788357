export const DEMO_PASSWORD = 'Hangxie-demo-2026'

/** User names listed on the sign-in pages of a demo; kept apart so that these pages do not load `demoAccounts.ts`. */
export const demoNames = {
  member: ['qingyuan', 'taishan', 'xinren', 'zhangwei'],
  staff: ['admin', 'editor', 'reviewer', 'cashier', 'trainer', 'awards'],
} as const
