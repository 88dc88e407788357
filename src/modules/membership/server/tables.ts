import { boolean, date, index, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from '#lib/server/columns.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'

/** 会员级别, with the yearly fee that the congress decided. */
export const memberLevel = pgTable('member_level', {
  code: integer().primaryKey(),
  name: text().notNull(),
  kind: text({ enum: ['organisation', 'person'] }).notNull(),
  /** Yuan a year. */
  fee: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
  sort: integer().notNull(),
  /** What a year of it includes: days of adverts, places on courses at the members' fee. Null: as many as there are. */
  advertDays: integer().default(0),
  trainingSeats: integer(),
  /** May be applied for; offices are given by election. */
  isOpen: boolean().notNull().default(true),
})

/** The register of members, those who left included. */
export const member = pgTable(
  'member',
  {
    id: id(),
    number: text().notNull().unique(),
    kind: text({ enum: ['organisation', 'person'] }).notNull(),
    levelCode: integer()
      .notNull()
      .references(() => memberLevel.code),
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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    uniqueIndex().on(table.organisationId),
    uniqueIndex().on(table.personId),
    index().on(table.kind, table.levelCode, table.joinedOn.desc().nullsFirst()),
  ],
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

/** 会费: what a member owes for a year, and how it was paid. */
export const memberFee = pgTable(
  'member_fee',
  {
    id: id(),
    /** Before the first fee is confirmed there is an application and no member yet. */
    memberId: integer().references(() => member.id),
    applicationId: integer().references(() => application.id),
    year: integer().notNull(),
    levelCode: integer()
      .notNull()
      .references(() => memberLevel.code),
    /** Yuan. */
    amount: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    state: text({ enum: ['due', 'claimed', 'confirmed', 'refused'] })
      .notNull()
      .default('due'),
    /** What the payer says: the slip, when, how much, from whom. */
    slipId: integer().references(() => file.id),
    paidOn: date(),
    payer: text().notNull().default(''),
    /** For the 社会团体会费电子票据. */
    receiptTitle: text().notNull().default(''),
    receiptCreditCode: text().notNull().default(''),
    receiptEmail: text().notNull().default(''),
    confirmedBy: integer(),
    confirmedAt: moment(),
    createdAt: createdAt(),
  },
  table => [uniqueIndex().on(table.memberId, table.year), uniqueIndex().on(table.applicationId, table.year)],
)
