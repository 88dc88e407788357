import type { Challenge } from 'altcha-lib/types'
import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'

/** Somebody who may sign in: an organisation's contact, a person, or staff. */
export const account = pgTable(
  'account',
  {
    id: id(),
    kind: text({ enum: ['organisation', 'person', 'staff'] }).notNull(),
    userName: text().notNull(),
    displayName: text().notNull(),
    passwordHash: text().notNull(),
    passwordChangedAt: createdAt(),
    phoneSealed: text(),
    /** Keyed hash: finds and keeps apart phones that are stored encrypted. */
    phoneHash: text().unique(),
    email: text(),
    /** Of an organisation's account: nobody else may sign up for that organisation. */
    creditCode: text().unique(),
    /** 待核实: of a company that the association has on record, and nobody has proved yet to speak for it. Of several. */
    claimedCode: text(),
    /** When somebody proved to speak for that company. */
    companyProvedAt: moment(),
    /** Of staff: codes of their roles; empty for members. */
    roles: text().array().notNull().default([]),
    /** Of staff: addresses of the menu's entries that stand on top of it. */
    favourites: text().array().notNull().default([]),
    /** Of staff: cards of the workbench in their own order, and those that they do not want to see. */
    deskCards: text().array().notNull().default([]),
    hiddenCards: text().array().notNull().default([]),
    /** Of staff: the secret of the second factor. */
    totpSealed: text(),
    totpSince: moment(),
    /** One that was begun, until a code of it was shown. */
    totpNextSealed: text(),
    /** The time step of the last code: none is good twice. */
    totpStep: integer().notNull().default(0),
    organisationId: integer(),
    /** Of an organisation's account that was handed over: the account of whose it is now. Its own login is closed. */
    ownerId: integer(),
    personId: integer(),
    /** `frozen`: the association holds it while it finds out whose it is. */
    status: text({ enum: ['active', 'frozen', 'disabled', 'deleted'] })
      .notNull()
      .default('active'),
    /** Grows with every change by staff: who changes it next must have seen the last one. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    lastSignedInAt: moment(),
  },
  table => [
    // Nobody may pass for another by writing the name in capitals.
    uniqueIndex('account_user_name_lower').on(sql`lower(${table.userName})`),
    index().on(table.claimedCode),
    index().on(table.organisationId),
    index().on(table.personId),
  ],
)

/** A role of staff: what whoever has it may do, and where. */
export const staffRole = pgTable('staff_role', {
  id: id(),
  /** By which accounts name it; never changed. */
  code: text().notNull().unique(),
  name: text().notNull(),
  note: text().notNull().default(''),
  /** Those of the administrator are all there are, whatever stands here. */
  permissions: text().array().notNull().default([]),
  /** With `branchIds` empty: everywhere. */
  provinces: text().array().notNull().default([]),
  /** Of branches: what they serve is added to the provinces. */
  branchIds: integer().array().notNull().default([]),
  /** Of applications; empty: all of them. */
  kinds: text().array().notNull().default([]),
  /** Whoever has it may do nothing by it. */
  isRetired: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
})

/** 代理: a colleague has what somebody may do by their roles as well, from the one day to the other. */
export const deputy = pgTable(
  'deputy',
  {
    id: id(),
    principalId: idOf(() => account.id, { onDelete: 'cascade' }),
    deputyId: idOf(() => account.id, { onDelete: 'cascade' }),
    fromDay: date().notNull(),
    toDay: date().notNull(),
    createdBy: integer(),
    createdAt: createdAt(),
    /** Before its time was over. */
    endedAt: moment(),
    endedBy: integer(),
  },
  table => [index().on(table.deputyId, table.toDay), index().on(table.principalId, table.toDay)],
)

/**
 * Who of the staff opened, changed or restored access to a colleague's account, or gave it permissions. For some days such
 * an account is no independent second person to them (`handling.ts`).
 */
export const accountHandling = pgTable(
  'account_handling',
  {
    id: id(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    handledBy: idOf(() => account.id, { onDelete: 'cascade' }),
    handledAt: createdAt(),
    /** The permissions that it got. Null: its name, contact, password, second factor or status was handled. */
    gained: text().array(),
  },
  table => [index().on(table.handledAt)],
)

/** A sign-in. The token itself is only with the visitor. */
export const session = pgTable(
  'session',
  {
    /** By which its owner speaks of it: the list of sign-ins never shows a token. */
    id: integer().notNull().unique().generatedByDefaultAsIdentity(),
    tokenHash: text().primaryKey(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    /** For which company's account whoever signed in acts; null: for themselves. */
    companyId: integer().references(() => account.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    seenAt: createdAt(),
    endedAt: moment(),
    /** `association`: ended by staff, so the next call answers 550 and not 401. */
    endedBy: text({ enum: ['self', 'elsewhere', 'association', 'password', 'expiry'] }),
    /** When the password was typed last in it. */
    confirmedAt: moment(),
    address: text(),
    userAgent: text(),
  },
  table => [index().on(table.accountId), index().on(table.companyId)],
)

/** In place of the second factor when the phone is lost: ten, each good once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    id: id(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: moment(),
  },
  table => [index().on(table.accountId)],
)

/**
 * A link that is good once: by which somebody chooses a password of their own. `first`: for the first administrator;
 * `invitation`: for new staff; `reset`: after staff started it. Nobody else ever knows the password.
 */
export const entryLink = pgTable(
  'entry_link',
  {
    id: id(),
    tokenHash: text().notNull().unique(),
    purpose: text({ enum: ['first', 'invitation', 'reset'] }).notNull(),
    /** Null: of an account that is still to be made. */
    accountId: integer().references(() => account.id, { onDelete: 'cascade' }),
    createdBy: integer(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  table => [index().on(table.accountId)],
)

/** Which version of which document somebody agreed to, or withdrew from. Never changed, only added to. */
export const consent = pgTable(
  'consent',
  {
    id: id(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    document: text().notNull(),
    version: text().notNull(),
    action: text({ enum: ['given', 'withdrawn'] }).notNull(),
    at: createdAt(),
    address: text(),
  },
  table => [index().on(table.accountId)],
)

/** A question for whoever may be a machine, and the work that does instead of an answer. Good once. */
export const captcha = pgTable('captcha', {
  id: text().primaryKey(),
  answerHash: text().notNull(),
  /** Null: asked before there was any. */
  work: jsonb().$type<Challenge>(),
  expiresAt: moment().notNull(),
})

/** A code sent to a phone: proves that who types it holds the phone. */
export const phoneCode = pgTable(
  'phone_code',
  {
    id: id(),
    scene: text().notNull(),
    phoneHash: text().notNull(),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  table => [index().on(table.phoneHash, table.scene, table.createdAt)],
)

/** What is counted to slow down who guesses: failed sign-ins, codes sent. Keys are hashes; rows go after a day. */
export const attempt = pgTable(
  'attempt',
  { id: id(), purpose: text().notNull(), key: text().notNull(), at: createdAt() },
  table => [index().on(table.purpose, table.key, table.at), index().on(table.at)],
)
