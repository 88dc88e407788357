import { boolean, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { application } from '#modules/review/server/tables.ts'
import { course } from '#modules/training/courses/server/tables.ts'
import { participantResults } from '#modules/training/participants/participantWords.ts'
import { participant } from '#modules/training/participants/server/tables.ts'

export const examResult = pgTable(
  'exam_result',
  {
    participantId: idOf(() => participant.id, { onDelete: 'cascade' }),
    round: text({ enum: ['first', 'makeup'] }).notNull(),
    /** Score out of 100; null: not taken. */
    theory: numeric({ precision: 5, scale: 1, mode: 'number' }),
    practice: numeric({ precision: 5, scale: 1, mode: 'number' }),
    isAbsent: boolean().notNull().default(false),
    /** Result of all tries up to this one, by the rule of the course; `none`: a score is missing. */
    result: text({ enum: participantResults }).notNull().default('none'),
    /** Time of the announcement; later corrections need a reason. */
    announcedAt: moment(),
    recordedBy: text().notNull(),
    updatedAt: updatedAt(),
  },
  table => [primaryKey({ columns: [table.participantId, table.round] })],
)

/** 发证批次: those of a course who get their certificates together, as an application that somebody else looks at. */
export const certificateBatch = pgTable(
  'certificate_batch',
  {
    id: id(),
    courseId: idOf(() => course.id),
    applicationId: integer()
      .unique()
      .references(() => application.id),
    /** Copied from the course when the batch was created. */
    hasNotice: boolean().notNull().default(true),
    createdBy: text().notNull(),
    issuedAt: moment(),
    createdAt: createdAt(),
  },
  table => [index().on(table.courseId)],
)
