import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from '#lib/server/database/columns.ts'
import { application } from '#modules/review/server/tables.ts'
import { type BoardKind, boardStates, outcomes } from '../board.ts'

/** 审议会: a meeting that decides on what has passed its reviews. */
export const board = pgTable(
  'board',
  {
    id: id(),
    title: text().notNull(),
    kind: text().$type<BoardKind>().notNull(),
    meetsOn: date().notNull(),
    place: text().notNull().default(''),
    state: text({ enum: boardStates }).notNull().default('planned'),
    version: integer().notNull().default(1),
    /** What it found, for all that passed. */
    opinion: text().notNull().default(''),
    /** The signed minutes. */
    fileIds: integer().array().notNull().default([]),
    recordedAt: moment(),
    /** Who of the staff acted last, and when. */
    actorName: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.state, table.meetsOn)],
)

/** What one meeting has on its agenda, and what became of it. */
export const boardItem = pgTable(
  'board_item',
  {
    boardId: integer()
      .notNull()
      .references(() => board.id),
    applicationId: integer()
      .notNull()
      .references(() => application.id),
    /** From 1, as it is called up. */
    place: integer().notNull(),
    /** Null: not decided yet. */
    outcome: text({ enum: outcomes }),
    reason: text().notNull().default(''),
  },
  table => [
    primaryKey({ columns: [table.boardId, table.applicationId] }),
    // Two meetings never decide on the same.
    uniqueIndex('board_item_open').on(table.applicationId).where(sql`outcome is null`),
  ],
)
