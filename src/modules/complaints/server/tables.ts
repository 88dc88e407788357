import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { channels, complaintStates } from '../complaintWords.ts'

/** 事项种类: kinds of matters besides applications, such as 投诉举报 and 个人信息请求. */
export const complaintKind = pgTable('complaint_kind', {
  id: id(),
  name: text().notNull().unique(),
  /** Prefix of the numbers. */
  prefix: text().notNull().unique(),
  /** Working days until the answer is due. */
  days: integer().notNull(),
  topics: text().array().notNull().default([]),
  outcomes: text().array().notNull().default([]),
  /** Asks how the person was identified, offers their data, and records what is kept in spite of the request (PIPL, art. 45 to 47). */
  isAboutData: boolean().notNull().default(false),
  isOpen: boolean().notNull().default(true),
  sort: integer().notNull().default(0),
})

/** 投诉与请求: a complaint, or a request about personal data, with deadline and outcome. */
export const complaint = pgTable(
  'complaint',
  {
    id: id(),
    number: text().notNull().unique(),
    kindId: idOf(() => complaintKind.id),
    topic: text().notNull().default(''),
    channel: text({ enum: channels }).notNull(),
    receivedOn: date().notNull(),
    /** Last day to answer: by the kind's working days, or as it was extended. */
    dueOn: date().notNull(),
    content: text().notNull(),
    /** Name of the complainant; empty: anonymous. */
    personName: text().notNull().default(''),
    mobileSealed: text(),
    mobileHash: text(),
    email: text().notNull().default(''),
    /** Means by which the person was identified. */
    identity: text().notNull().default(''),
    /** Subject: a registered organisation or person, or a name in words. */
    organisationId: integer().references(() => organisation.id),
    personId: integer().references(() => person.id),
    subject: text().notNull().default(''),
    certificateNumber: text().notNull().default(''),
    fileIds: integer().array().notNull().default([]),
    handlerId: integer().references(() => account.id),
    state: text({ enum: complaintStates }).notNull().default('open'),
    outcome: text().notNull().default(''),
    /** Findings, decision and answer. */
    decision: text().notNull().default(''),
    /** Data that are kept, and the reason. */
    kept: text().notNull().default(''),
    answeredOn: date(),
    closedBy: integer().references(() => account.id),
    closedAt: moment(),
    version: integer().notNull().default(1),
    createdBy: idOf(() => account.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.receivedOn.desc(), table.id.desc()),
    index('complaint_open').on(table.dueOn).where(sql`state = 'open'`),
    index().on(table.organisationId),
    index().on(table.personId),
    index().on(table.mobileHash),
  ],
)

/** 办理记录: a step of the work on a complaint, with its evidence. */
export const complaintNote = pgTable(
  'complaint_note',
  {
    id: id(),
    complaintId: idOf(() => complaint.id),
    content: text().notNull(),
    fileIds: integer().array().notNull().default([]),
    by: idOf(() => account.id),
    at: createdAt(),
  },
  table => [index().on(table.complaintId)],
)
