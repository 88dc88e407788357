import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { FormField } from '#lib/form/form.ts'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import type { OwnValues } from '#modules/ownFields/ownFieldForm.ts'
import { application } from '#modules/review/server/tables.ts'
import { firstYears, type JoiningMaterial, joiningSteps } from '../joiningRules.ts'

/** 会员级别, with the yearly fee that the congress decided. */
export const memberLevel = pgTable('member_level', {
  code: integer().primaryKey(),
  name: text().notNull(),
  kind: text({ enum: ['organisation', 'person'] }).notNull(),
  /** Yuan a year. */
  fee: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
  sort: integer().notNull(),
  /** Yearly benefits: days of adverts, and places on courses at the members' fee. Null: unlimited. */
  advertDays: integer().default(0),
  trainingSeats: integer(),
  /** May be applied for; offices are given by election. */
  isOpen: boolean().notNull().default(true),
  /** Given to nobody any more. */
  isRetired: boolean().notNull().default(false),
  /** Votes in the assembly of members. */
  votes: integer().notNull().default(1),
  /** Requirements shown to applicants. */
  condition: text().notNull().default(''),
  /** Prefix of member numbers; empty: prefix of the association. */
  numberPrefix: text().notNull().default(''),
})

/** Fee of a level from a year on, where it differs from the initial fee. */
export const levelFee = pgTable(
  'level_fee',
  {
    levelCode: idOf(() => memberLevel.code, { onDelete: 'cascade' }),
    fromYear: integer().notNull(),
    /** Yuan a year. */
    amount: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
  },
  table => [primaryKey({ columns: [table.levelCode, table.fromYear] })],
)

/** Joining rules: form, required files and workflow. One row per kind of member. */
export const joiningRule = pgTable('joining_rule', {
  kind: text({ enum: ['organisation', 'person'] }).primaryKey(),
  condition: text().notNull(),
  steps: text({ enum: joiningSteps }).array().notNull(),
  /** Share of the yearly fee due in the year of joining. */
  firstYear: text({ enum: firstYears }).notNull(),
  materials: jsonb().$type<JoiningMaterial[]>().notNull(),
  /** Additional form fields. */
  fields: jsonb().$type<FormField[]>().notNull(),
  /** Codes of own fields of the organisation or person that the form asks, too. */
  ownFields: text().array().notNull().default([]),
})

/** The register of members, those who left included. */
export const member = pgTable(
  'member',
  {
    id: id(),
    number: text().notNull().unique(),
    kind: text({ enum: ['organisation', 'person'] }).notNull(),
    levelCode: idOf(() => memberLevel.code),
    status: text({ enum: ['active', 'unpaid', 'overdue', 'suspended', 'withdrawn', 'lapsed', 'expelled'] })
      .notNull()
      .default('active'),
    joinedOn: date().notNull(),
    validTo: date(),
    feePaidYear: integer(),
    organisationId: integer().references(() => organisation.id),
    personId: integer().references(() => person.id),
    certificateId: integer().references(() => certificate.id),
    isPublic: boolean().notNull().default(true),
    endedOn: date(),
    endReason: text().notNull().default(''),
    /** Answers to the association's own fields, by their codes. */
    own: jsonb().$type<OwnValues>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    uniqueIndex().on(table.organisationId),
    uniqueIndex().on(table.personId),
    index().on(table.joinedOn.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().on(table.kind, table.levelCode, table.joinedOn.desc().nullsFirst()),
  ],
)

/** Acts of staff on a membership, in order; append-only. */
export const memberEvent = pgTable(
  'member_event',
  {
    id: id(),
    memberId: idOf(() => member.id),
    kind: text({
      enum: ['level', 'suspend', 'resume', 'withdraw', 'expel', 'restore', 'validity', 'reissue', 'show', 'hide'],
    }).notNull(),
    /** The first day on which it counts. */
    effectiveOn: date().notNull(),
    reason: text().notNull(),
    /** State before and after, as readable text. */
    before: text().notNull().default(''),
    after: text().notNull().default(''),
    actorName: text().notNull(),
    recordedAt: createdAt(),
  },
  table => [index().on(table.memberId, table.id)],
)

/** 会员风采: a member's own page. */
export const memberStyle = pgTable('member_style', {
  memberId: integer()
    .primaryKey()
    .references(() => member.id),
  title: text().notNull(),
  coverId: integer().references(() => file.id),
  /** HTML, cleaned before it is stored. */
  content: text().notNull(),
  imageIds: integer().array().notNull().default([]),
  videoId: integer().references(() => file.id),
  honours: text().notNull().default(''),
  publishedAt: moment(),
  updatedAt: updatedAt(),
})

/** 会费: for whom and for which year a fee is. What is owed of it and how it was paid stands in `receivable` (`feeRows.ts`). */
export const memberFee = pgTable(
  'member_fee',
  {
    id: id(),
    /** An application has no member until its first fee is confirmed. */
    memberId: integer().references(() => member.id),
    applicationId: integer().references(() => application.id),
    year: integer().notNull(),
    levelCode: idOf(() => memberLevel.code),
    /** Regular fee of the level where a lower one or a waiver was agreed, and the reason. */
    standard: numeric({ precision: 12, scale: 2, mode: 'number' }),
    adjustReason: text().notNull().default(''),
    returnReason: text().notNull().default(''),
    remindedAt: moment(),
    /** Grows with every write: who writes must have read the last one. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  table => [
    index('member_fee_member').on(table.memberId),
    uniqueIndex().on(table.applicationId, table.year),
    index('member_fee_newest').on(table.year.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)
