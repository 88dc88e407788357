import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { FormField } from '#lib/form/form.ts'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import type { StoredForm } from '#lib/server/encryption/encryptedForm.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { objectionStates } from '../objection.ts'
import type { Way } from '../wayWords.ts'
import type { Action, Remark, State } from '../workflow.ts'
import type { Application, Slot } from './applicationKinds.ts'

const isOpen = sql`state not in ('approved', 'rejected', 'withdrawn', 'expired')`

/** File ids by slot: `{ licence: [12, 13] }`. */
export type Materials = Record<string, number[]>

/** A file as it was confirmed. */
export type ConfirmedFile = {
  slot: string
  slotName: string
  fileId: number
  name: string
  size: number
  sha256: string
}

/**
 * Questions and files that the association asked for besides those of the program: one row a version, shared by all
 * applications that were handed in with it. Never changed.
 */
export const applicationQuestions = pgTable('application_questions', {
  id: id(),
  /** SHA-256 of the content, by which the same version is found again. */
  digest: text().notNull().unique(),
  fields: jsonb().$type<FormField[]>().notNull(),
  slots: jsonb().$type<Slot[]>().notNull(),
  createdAt: createdAt(),
})

/** Codes ever given to rows of a form (`rowCodes.ts`), so that none is given again to another question. */
export const rowCode = pgTable(
  'row_code',
  {
    /** The record and the field of its form: `joiningRule.organisation.fields`. */
    list: text().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    /** What kind of answer it holds; empty for files. */
    kind: text().notNull().default(''),
  },
  table => [primaryKey({ columns: [table.list, table.code] })],
)

/** Rules for confirming applications, per kind. A kind without a row accepts paper only. */
export const confirmingRule = pgTable('confirming_rule', {
  kind: text().primaryKey(),
  ways: text().array().$type<Way[]>().notNull(),
  statement: text().notNull(),
  /** Grows with each change of the statement. */
  version: integer().notNull(),
})

/** Applications with their current form. History is in `application_event`, from which only a decision goes that is taken back before anybody was told. */
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
    /** Made beside this one, to have another outcome: the rest of its people, who wait for a place. */
    besideId: integer(),
    /** Title in lists: whom or what it is about. */
    title: text().notNull(),
    state: text().$type<State>().notNull().default('draft'),
    stateSince: createdAt(),
    form: jsonb().$type<StoredForm>().notNull().default({}),
    /** The association's own questions as they were handed in; null: a draft, or none of its own. */
    questionsId: integer().references(() => applicationQuestions.id),
    materials: jsonb().$type<Materials>().notNull().default({}),
    /** Remarks of a return; empty if none are open. */
    remarks: jsonb().$type<Remark[]>().notNull().default([]),
    /** Grows with every write: who writes must have read the last one. */
    version: integer().notNull().default(1),
    /** Number of the submission, printed on the form; 0: never submitted. */
    revision: integer().notNull().default(0),
    /** Last day for the applicant to act; the application expires afterwards. */
    dueOn: date(),
    submittedAt: moment(),
    decidedAt: moment(),
    /** Id of the result: the member, the certificate. */
    resultId: integer(),
    assigneeId: integer().references(() => account.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.accountId, table.id.desc().nullsFirst()),
    index().on(table.state, table.stateSince),
    index().on(table.kind, table.state, table.stateSince),
    // Serve all applications and the open ones; the partial index skips the many that are closed.
    index().on(table.stateSince, table.id),
    index('application_waiting').on(table.stateSince, table.id).where(isOpen),
    index().on(table.assigneeId, table.stateSince),
    index().on(table.organisationId),
    index().on(table.personId),
    // Prevents two open applications of a kind about the same subject, even on a double click.
    uniqueIndex('application_open')
      .on(table.accountId, table.kind, sql`coalesce(subject_id, 0)`, sql`coalesce(beside_id, 0)`)
      .where(isOpen),
  ],
)

/** A step of an application: who, from where to where, why, and the form as it then was. */
export const applicationEvent = pgTable(
  'application_event',
  {
    id: id(),
    applicationId: idOf(() => application.id),
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
    /** Submitted content, stored to compare rounds; null for other events. */
    form: jsonb().$type<StoredForm>(),
    materials: jsonb().$type<Materials>(),
    /** What a decision passed over: conditions that were not met, a vote that was not taken; and why. Staff see it. */
    exceptions: text().array().notNull().default([]),
    exceptionReason: text().notNull().default(''),
    at: createdAt(),
  },
  table => [
    index().on(table.applicationId, table.id),
    index().on(table.from, table.at),
    index().on(table.action, table.id),
  ],
)

/** The application as it was before a decision. */
export type BeforeDecision = Pick<Application, 'state' | 'remarks' | 'dueOn' | 'assigneeId'> & {
  stateSince: string
  decidedAt: string | null
}

/** Decisions that nobody has been told of yet: until then they can be taken back. */
export const heldDecision = pgTable(
  'held_decision',
  {
    eventId: integer()
      .primaryKey()
      .references(() => applicationEvent.id, { onDelete: 'cascade' }),
    applicationId: idOf(() => application.id),
    /** What the effects of the decision add to its message. */
    say: text().notNull().default(''),
    before: jsonb().$type<BeforeDecision>().notNull(),
    dueAt: moment().notNull(),
  },
  table => [index().on(table.applicationId), index().on(table.dueAt)],
)

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
