import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { bodyKinds, sexes } from '../bodyWords.ts'
import type { BodyRules, PostRules } from '../rules.ts'

/** 组织机构: a body of the association, such as the council, a branch or a committee. */
export const body = pgTable(
  'body',
  {
    id: id(),
    /** Known on every site; those of `ownBodies` are the kinds of meetings that applications go to. */
    code: text().notNull().unique(),
    name: text().notNull(),
    kind: text({ enum: bodyKinds }).notNull(),
    parentId: integer().references((): AnyPgColumn => body.id),
    rules: jsonb().$type<BodyRules>().notNull().default({}),
    /** Its list of names is public. */
    isPublic: boolean().notNull().default(false),
    foundedOn: date(),
    /** Decision by which it was founded or ended. */
    decision: text().notNull().default(''),
    isEnded: boolean().notNull().default(false),
    /** Days before the end of a term on which its holders and the office are reminded; null: not at all. */
    remindDays: integer(),
    sort: integer().notNull().default(0),
  },
  table => [index().on(table.parentId)],
)

/** 届次: a term of a body. */
export const term = pgTable(
  'term',
  {
    id: id(),
    bodyId: idOf(() => body.id),
    /** 第六届 */
    number: text().notNull(),
    fromDay: date().notNull(),
    /** The last day; appointments without a last day of their own end with it. Null: not set yet. */
    toDay: date(),
    decision: text().notNull().default(''),
  },
  table => [uniqueIndex().on(table.bodyId, table.number)],
)

/** 职务: a post in a body. */
export const post = pgTable(
  'post',
  {
    id: id(),
    bodyId: idOf(() => body.id),
    name: text().notNull(),
    /** Votes of a holder in the body. */
    voteWeight: integer().notNull().default(1),
    rules: jsonb().$type<PostRules>().notNull().default({}),
    /** Other bodies in which a holder has a seat, too: a standing director is a director. */
    seatBodyIds: integer().array().notNull().default([]),
    /** Level of membership that the association gives to the organisation of a holder. */
    levelCode: integer(),
    isPublic: boolean().notNull().default(true),
    /** Its holders get a letter of appointment (聘书). */
    hasLetter: boolean().notNull().default(false),
    /** Given to nobody any more. */
    isRetired: boolean().notNull().default(false),
    sort: integer().notNull().default(0),
  },
  table => [uniqueIndex().on(table.bodyId, table.name)],
)

/** 任职: a person holds a post, mostly for an organisation. */
export const appointment = pgTable(
  'appointment',
  {
    id: id(),
    bodyId: idOf(() => body.id),
    postId: idOf(() => post.id),
    termId: integer().references(() => term.id),
    personName: text().notNull(),
    sex: text({ enum: sexes }),
    /** YYYY-MM, as far as the rule of age needs it. */
    bornMonth: text(),
    organisationId: integer().references(() => organisation.id),
    /** As the list had it, where the organisation is not on record. */
    organisationName: text().notNull().default(''),
    /** Position in the organisation. */
    position: text().notNull().default(''),
    /** Login of the representative. */
    accountId: integer().references(() => account.id, { onDelete: 'set null' }),
    mobileSealed: text(),
    mobileHash: text(),
    fromDay: date().notNull(),
    /** The last day. Null: until the term ends. */
    toDay: date(),
    /** Meeting or document by which it was decided. */
    decision: text().notNull().default(''),
    decidedOn: date(),
    /** Appointment that this one follows within the term. */
    replacesId: integer()
      .references((): AnyPgColumn => appointment.id)
      .unique(),
    endReason: text().notNull().default(''),
    /** Rules that were broken with the consent of staff, as sentences, and why. */
    exceptions: text().array().notNull().default([]),
    exceptionReason: text().notNull().default(''),
    /** The last letter of appointment (聘书); null: none was issued, or only while the site was on trial. */
    letterId: integer().references(() => certificate.id, { onDelete: 'set null' }),
    /** Last day of which the holder was reminded; a term that is prolonged is reminded of again. */
    remindedOf: date(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.bodyId, table.fromDay),
    index().on(table.postId),
    index().on(table.termId),
    index().on(table.personName),
    index().on(table.organisationId),
    index().on(table.accountId).where(sql`account_id is not null`),
    index().on(table.letterId).where(sql`letter_id is not null`),
  ],
)
