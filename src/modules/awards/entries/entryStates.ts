import type { State } from '#modules/review/workflow.ts'

/** States of an entry after its submission. */
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
