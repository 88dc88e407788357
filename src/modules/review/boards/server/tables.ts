import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { application } from '#modules/review/server/tables.ts'
import { type BoardKind, boardStates, outcomes } from '../board.ts'
import { type BoardRule, ballots, roundings, voteBases } from '../boardRule.ts'

/** Charter rules per kind of meeting. A kind without a row has no rule. */
export const boardRule = pgTable('board_rule', {
  kind: text().$type<BoardKind>().primaryKey(),
  entitled: integer(),
  /** Fractions as they are typed: 2/3; empty where none is prescribed. */
  quorum: text().notNull().default(''),
  quorumHow: text({ enum: roundings }),
  countsVotes: boolean().notNull().default(false),
  majority: text().notNull().default(''),
  majorityHow: text({ enum: roundings }),
  majorityOf: text({ enum: voteBases }),
  ballot: text({ enum: ballots }),
  publishesVotes: boolean().notNull().default(false),
})

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
    /** Opinion for all passed applications. */
    opinion: text().notNull().default(''),
    /** The signed minutes. */
    fileIds: integer().array().notNull().default([]),
    /** Rule under which it was held; null: not held yet, or before there were rules. */
    rule: jsonb().$type<BoardRule>(),
    /** Attendance in numbers; null: not recorded. */
    entitled: integer(),
    present: integer(),
    onLeave: integer().notNull().default(0),
    attendees: text().array().notNull().default([]),
    chair: text().notNull().default(''),
    recorder: text().notNull().default(''),
    recordedAt: moment(),
    /** Member of staff who acted last. */
    actorName: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.state, table.meetsOn)],
)

export const boardItem = pgTable(
  'board_item',
  {
    boardId: idOf(() => board.id),
    applicationId: idOf(() => application.id),
    /** Position on the agenda, from 1. */
    place: integer().notNull(),
    /** Null: not decided yet. */
    outcome: text({ enum: outcomes }),
    reason: text().notNull().default(''),
    /** Null: not counted. */
    yes: integer(),
    no: integer(),
    abstained: integer(),
    /** Number recused for conflict of interest. */
    recused: integer(),
  },
  table => [
    primaryKey({ columns: [table.boardId, table.applicationId] }),
    // An application is open on one agenda only.
    uniqueIndex('board_item_open').on(table.applicationId).where(sql`outcome is null`),
  ],
)

/** The article that was made of what a meeting announced of one kind; the module that has articles knows it by its id. */
export const boardArticle = pgTable(
  'board_article',
  {
    boardId: idOf(() => board.id),
    kind: text().notNull(),
    articleId: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.boardId, table.kind] })],
)
