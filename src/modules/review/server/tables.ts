import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from '#lib/server/columns.ts'
import type { StoredForm } from '#lib/server/sealedForm.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { actions, type Remark, states } from '../workflow.ts'

/** Which files are in which slot: `{ licence: [12, 13] }`. */
export type Materials = Record<string, number[]>

/** Anything applied for: its current form. What happened to it is in `application_event`; nothing is deleted. */
export const application = pgTable(
  'application',
  {
    id: id(),
    number: text().unique(),
    /** A name in the module that owns it: `membership`, `profile`, `style` … */
    kind: text().notNull(),
    accountId: integer()
      .notNull()
      .references(() => account.id),
    organisationId: integer(),
    personId: integer(),
    /** The record that it is about, where there is one already. */
    subjectId: integer(),
    /** Who or what it is about, as lists show it. */
    title: text().notNull(),
    state: text({ enum: states }).notNull().default('draft'),
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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.accountId, table.id.desc().nullsFirst()),
    index().on(table.state, table.stateSince),
    index().on(table.kind, table.state, table.stateSince),
    // One open application of a kind about a thing, however fast somebody clicks.
    uniqueIndex('application_open')
      .on(table.accountId, table.kind, sql`coalesce(subject_id, 0)`)
      .where(sql`state not in ('approved', 'rejected', 'withdrawn', 'expired')`),
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
    action: text({ enum: actions }).notNull(),
    from: text({ enum: states }).notNull(),
    to: text({ enum: states }).notNull(),
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
  table => [index().on(table.applicationId, table.id), index().on(table.from, table.at)],
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
    endedAt: moment(),
    createdAt: createdAt(),
  },
  table => [index().on(table.toDay.desc().nullsFirst(), table.id), index().on(table.applicationId)],
)
