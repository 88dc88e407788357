import { dayOf } from '#lib/dates.ts'
import type { handover } from '#modules/members/server/tables.ts'

export type Handover = typeof handover.$inferSelect

/** LX2026-000001 */
export const handoverNumber = ({ id, createdAt }: Pick<Handover, 'id' | 'createdAt'>) =>
  `LX${dayOf(createdAt).slice(0, 4)}-${String(id).padStart(6, '0')}`
