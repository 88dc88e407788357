import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { application } from '#modules/review/server/tables.ts'
import { objectionStates } from '../objection.ts'

/** 公示: what the public is told before a decision counts. */
export const publicNotice = pgTable(
  'public_notice',
  {
    id: id(),
    applicationId: idOf(() => application.id),
    kind: text().notNull(),
    title: text().notNull(),
    detail: text().notNull().default(''),
    provinceCode: text(),
    fromDay: date().notNull(),
    /** The last day on which objections are taken. */
    toDay: date().notNull(),
    /** Start of the hold while an objection is examined: no day counts, and nothing passes. */
    heldAt: moment(),
    /** Why it hangs out longer than usual, where staff prolonged it. */
    prolongReason: text().notNull().default(''),
    endedAt: moment(),
    createdAt: createdAt(),
  },
  table => [index().on(table.toDay.desc().nullsFirst(), table.id), index().on(table.applicationId)],
)

/** Whom a notice of many names: a table, read only where it is shown. */
export const publicNoticeTable = pgTable('public_notice_table', {
  noticeId: integer()
    .primaryKey()
    .references(() => publicNotice.id),
  head: text().array().notNull(),
  rows: jsonb().$type<string[][]>().notNull(),
})

/** 异议: what somebody has against a notice, under their own name, which only staff who must call them see. */
export const objection = pgTable(
  'objection',
  {
    id: id(),
    noticeId: idOf(() => publicNotice.id),
    /** Application of the notice: a second notice of it is put on hold by this objection too. */
    applicationId: idOf(() => application.id),
    state: text({ enum: objectionStates }).notNull().default('submitted'),
    nameSealed: text().notNull(),
    phoneSealed: text().notNull(),
    phoneHash: text().notNull(),
    idNumberSealed: text(),
    reason: text().notNull(),
    /** Lets the browser that objected add its evidence. */
    ticketHash: text().notNull().unique(),
    fileIds: integer().array().notNull().default([]),
    /** Result of the examination, visible to the public and the objector. */
    result: text().notNull().default(''),
    decidedAt: moment(),
    /** Member of staff who acted last. */
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.noticeId, table.id),
    index().on(table.applicationId),
    // Allows one open objection per phone and notice.
    uniqueIndex('objection_open').on(table.noticeId, table.phoneHash).where(sql`state in ('submitted', 'accepted')`),
  ],
)
