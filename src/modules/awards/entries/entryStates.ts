import type { State } from '#modules/review/workflow.ts'

/** Those that an entry can be in once it was handed in. */
export const entryStates: readonly State[] = [
  'submitted',
  'returned',
  'deciding',
  'noticed',
  'scoring',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
]
