import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '#lib/server/columns.ts'

/** Somebody who may sign in: an organisation's contact, a person, or staff. */
export const account = pgTable('account', {
  id: id(),
  kind: text({ enum: ['organisation', 'person', 'staff'] }).notNull(),
  userName: text().notNull().unique(),
  displayName: text().notNull(),
  passwordHash: text().notNull(),
  passwordChangedAt: createdAt(),
  phoneSealed: text(),
  /** Keyed hash: finds and keeps apart phones that are stored encrypted. */
  phoneHash: text().unique(),
  email: text(),
  /** Of staff; empty for members. */
  roles: text().array().notNull().default([]),
  organisationId: integer(),
  personId: integer(),
  status: text({ enum: ['active', 'disabled', 'deleted'] })
    .notNull()
    .default('active'),
  createdAt: createdAt(),
  lastSignedInAt: moment(),
})

/** A sign-in. The token itself is only with the visitor. */
export const session = pgTable(
  'session',
  {
    tokenHash: text().primaryKey(),
    accountId: integer()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    seenAt: createdAt(),
    endedAt: moment(),
    /** `association`: ended by staff, so the next call answers 550 and not 401. */
    endedBy: text({ enum: ['self', 'association', 'password', 'expiry'] }),
    address: text(),
    userAgent: text(),
  },
  table => [index().on(table.accountId)],
)

/** Which version of which document somebody agreed to, or withdrew from. Never changed, only added to. */
export const consent = pgTable(
  'consent',
  {
    id: id(),
    accountId: integer()
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    document: text().notNull(),
    version: text().notNull(),
    action: text({ enum: ['given', 'withdrawn'] }).notNull(),
    at: createdAt(),
    address: text(),
  },
  table => [index().on(table.accountId)],
)
