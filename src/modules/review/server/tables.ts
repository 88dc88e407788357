import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from '#lib/server/database/columns.ts'
import type { StoredForm } from '#lib/server/encryption/encryptedForm.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type BoardKind, boardStates, outcomes } from '../boards/board.ts'
import { objectionStates } from '../notices/objection.ts'
import type { Action, Remark, State } from '../workflow.ts'

/** Which files are in which slot: `{ licence: [12, 13] }`. */
export type Materials = Record<string, number[]>

const isOpen = sql`state not in ('approved', 'rejected', 'withdrawn', 'expired')`

/** Anything applied for: its current form. What happened to it is in `application_event`; nothing is deleted. */
export const application = pgTable(
  'application',
  {
    id: id(),
    number: text().unique(),
    /** A name in the module that owns it: `membership`, `profile`, `style` … */
    kind: text().notNull(),
    /** Null: handed in by a visitor, who is told by what the form says. */
    accountId: integer().references(() => account.id),
    organisationId: integer(),
    personId: integer(),
    /** The record that it is about, where there is one already. */
    subjectId: integer(),
    /** Who or what it is about, as lists show it. */
    title: text().notNull(),
    state: text().$type<State>().notNull().default('draft'),
    stateSince: createdAt(),
    form: jsonb().$type<StoredForm>().notNull().default({}),
    materials: jsonb().$type<Materials>().notNull().default({}),
    /** What a return asks for; empty when nothing is open. */
    remarks: jsonb().$type<Remark[]>().notNull().default([]),
    /** Grows with every write: who writes must have read the last one. */
    version: integer().notNull().default(1),
    /** Which submission of the form this is; printed on it. 0: never submitted. */
    revision: integer().notNull().default(0),
    /** Until when the applicant must act, else it ends. */
    dueOn: date(),
    submittedAt: moment(),
    decidedAt: moment(),
    /** What came of it: the member, the certificate. */
    resultId: integer(),
    /** Who of the staff has taken it on. */
    assigneeId: integer().references(() => account.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.accountId, table.id.desc().nullsFirst()),
    index().on(table.state, table.stateSince),
    index().on(table.kind, table.state, table.stateSince),
    // All of them, and what waits: the open ones lie behind the many that are over.
    index().on(table.stateSince, table.id),
    index('application_waiting').on(table.stateSince, table.id).where(isOpen),
    index().on(table.assigneeId, table.stateSince),
    // One open application of a kind about a thing, however fast somebody clicks.
    uniqueIndex('application_open').on(table.accountId, table.kind, sql`coalesce(subject_id, 0)`).where(isOpen),
  ],
)

/** A step of an application: who, from where to where, why, and the form as it then was. */
export const applicationEvent = pgTable(
  'application_event',
  {
    id: id(),
    applicationId: integer()
      .notNull()
      .references(() => application.id),
    action: text().$type<Action>().notNull(),
    from: text().$type<State>().notNull(),
    to: text().$type<State>().notNull(),
    /** Null: the calendar. */
    actorId: integer(),
    actorName: text().notNull(),
    by: text({ enum: ['applicant', 'staff', 'calendar'] }).notNull(),
    opinion: text().notNull().default(''),
    remarks: jsonb().$type<Remark[]>().notNull().default([]),
    revision: integer().notNull(),
    /** Of a submission: what was handed in, so that rounds can be compared. */
    form: jsonb().$type<StoredForm>(),
    materials: jsonb().$type<Materials>(),
    at: createdAt(),
  },
  table => [
    index().on(table.applicationId, table.id),
    index().on(table.from, table.at),
    index().on(table.action, table.id),
  ],
)

/** A printed form: what its QR code stands for. The scan that comes back is matched by it. */
export const applicationPrint = pgTable(
  'application_print',
  {
    token: text().primaryKey(),
    applicationId: integer()
      .notNull()
      .references(() => application.id),
    revision: integer().notNull(),
    /** Of the form as printed. */
    digest: text().notNull(),
    at: createdAt(),
  },
  table => [uniqueIndex().on(table.applicationId, table.revision, table.digest)],
)

/** 公示: what the public is told before a decision counts. */
export const publicNotice = pgTable(
  'public_notice',
  {
    id: id(),
    applicationId: integer()
      .notNull()
      .references(() => application.id),
    kind: text().notNull(),
    title: text().notNull(),
    detail: text().notNull().default(''),
    provinceCode: text(),
    fromDay: date().notNull(),
    /** The last day on which objections are taken. */
    toDay: date().notNull(),
    /** Since when an objection is examined: no day counts, and nothing passes. */
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
    noticeId: integer()
      .notNull()
      .references(() => publicNotice.id),
    /** Of the notice's application: a second notice of it waits for this objection, too. */
    applicationId: integer()
      .notNull()
      .references(() => application.id),
    state: text({ enum: objectionStates }).notNull().default('submitted'),
    nameSealed: text().notNull(),
    phoneSealed: text().notNull(),
    phoneHash: text().notNull(),
    idNumberSealed: text(),
    reason: text().notNull(),
    /** Lets the browser that objected add its evidence. */
    ticketHash: text().notNull().unique(),
    fileIds: integer().array().notNull().default([]),
    /** What the examination found, as the public and the objector read it. */
    result: text().notNull().default(''),
    decidedAt: moment(),
    /** Who of the staff acted last, and when. */
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.noticeId, table.id),
    index().on(table.applicationId),
    // One phone says it once.
    uniqueIndex('objection_open').on(table.noticeId, table.phoneHash).where(sql`state in ('submitted', 'accepted')`),
  ],
)

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

/** What staff tell each other about an application; never shown to applicants. */
export const applicationNote = pgTable(
  'application_note',
  {
    id: id(),
    applicationId: integer()
      .notNull()
      .references(() => application.id),
    authorId: integer()
      .notNull()
      .references(() => account.id),
    text: text().notNull(),
    at: createdAt(),
  },
  table => [index().on(table.applicationId, table.id)],
)

/** A way of narrowing the queue that somebody of the staff comes back to. */
export const savedView = pgTable(
  'saved_view',
  {
    id: id(),
    ownerId: integer()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The filters as the address has them. */
    query: text().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex().on(table.ownerId, table.name),
    uniqueIndex('saved_view_default').on(table.ownerId).where(sql`is_default`),
  ],
)
