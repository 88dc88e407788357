import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, idOf } from '#lib/server/database/columns.ts'
import { participant } from '#modules/training/participants/server/tables.ts'

/** 考勤: somebody was there. */
export const attendance = pgTable(
  'attendance',
  {
    participantId: idOf(() => participant.id, { onDelete: 'cascade' }),
    /** The code of one of the course's sessions. */
    session: text().notNull(),
    takenBy: text().notNull(),
    at: createdAt(),
  },
  table => [primaryKey({ columns: [table.participantId, table.session] })],
)
