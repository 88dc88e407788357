import { dayOf } from '#lib/dates.ts'
import type { objection } from '#modules/review/server/tables.ts'

export type Objection = typeof objection.$inferSelect

/** YY2026-000001 */
export const objectionNumber = ({ id, createdAt }: Pick<Objection, 'id' | 'createdAt'>) =>
  `YY${dayOf(createdAt).slice(0, 4)}-${String(id).padStart(6, '0')}`
