import { date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { conclusions, findingResults, siteReviewStates } from '../../siteReview.ts'

/** 现场评审: who looks at an applicant's place, when, and what they found. */
export const siteReview = pgTable(
  'site_review',
  {
    id: id(),
    applicationId: integer()
      .notNull()
      .unique()
      .references(() => application.id),
    state: text({ enum: siteReviewStates }).notNull().default('planned'),
    plannedOn: date().notNull(),
    days: integer().notNull().default(1),
    place: text().notNull().default(''),
    observer: text().notNull().default(''),
    /** Note for the applicant: what to prepare. */
    note: text().notNull().default(''),
    conclusion: text({ enum: conclusions }),
    summary: text().notNull().default(''),
    /** The signed record. */
    fileIds: integer().array().notNull().default([]),
    recordedAt: moment(),
    version: integer().notNull().default(1),
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.state, table.plannedOn)],
)

/** Assigned experts and their conflicts of interest as known then; printed in the record. */
export const siteReviewer = pgTable(
  'site_reviewer',
  {
    reviewId: idOf(() => siteReview.id),
    expertId: idOf(() => expert.id),
    role: text({ enum: ['leader', 'member'] }).notNull(),
    /** Present and former employers of the expert, as of the assignment. */
    employers: jsonb().$type<string[]>().notNull().default([]),
    /** Day on which the 回避声明 was signed. */
    declaredOn: date(),
  },
  table => [primaryKey({ columns: [table.reviewId, table.expertId] }), index().on(table.expertId)],
)

export const siteFinding = pgTable(
  'site_finding',
  {
    reviewId: idOf(() => siteReview.id),
    /** Position, from 1. */
    place: integer().notNull(),
    clause: text().notNull(),
    content: text().notNull(),
    result: text({ enum: findingResults }),
    remark: text().notNull().default(''),
  },
  table => [primaryKey({ columns: [table.reviewId, table.place] })],
)

/** 不符合项: what must be put right, by when, with what evidence, and whether that was enough. */
export const nonconformity = pgTable(
  'nonconformity',
  {
    id: id(),
    reviewId: idOf(() => siteReview.id),
    /** Position, from 1; also its printed number. */
    place: integer().notNull(),
    clause: text().notNull(),
    description: text().notNull(),
    dueOn: date().notNull(),
    correction: text().notNull().default(''),
    fileIds: integer().array().notNull().default([]),
    result: text({ enum: ['open', 'accepted', 'refused'] })
      .notNull()
      .default('open'),
    /** Why it is not enough yet. */
    remark: text().notNull().default(''),
    verifiedOn: date(),
  },
  table => [uniqueIndex().on(table.reviewId, table.place)],
)
