import type { Challenge } from 'altcha-lib/types'
import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { dutyCodes } from '#lib/access/duties.ts'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'

/** A login: of an organisation's contact, a person, or a colleague. */
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
    /** Organisations only; unique, so that no second account can register for the organisation. */
    creditCode: text().unique(),
    /** 待核实: of a company that the association has on record, and nobody has proved yet to speak for it. Of several. */
    claimedCode: text(),
    companyProvedAt: moment(),
    /** Staff only: codes of their roles; empty for members. */
    roles: text().array().notNull().default([]),
    /** Staff only: addresses of pinned menu entries. */
    favourites: text().array().notNull().default([]),
    /** Staff only: cards of the workbench in their own order, and hidden cards. */
    deskCards: text().array().notNull().default([]),
    hiddenCards: text().array().notNull().default([]),
    /** Staff only: the encrypted TOTP secret. */
    totpSealed: text(),
    totpSince: moment(),
    /** Secret that is being set up, until a code of it was confirmed. */
    totpNextSealed: text(),
    /** The time step of the last code: none is good twice. */
    totpStep: integer().notNull().default(0),
    organisationId: integer(),
    /** Organisations only: account that owns it since its handover. The organisation's own login is then closed. */
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
    // Prevents impersonation by a user name that differs in case only.
    uniqueIndex('account_user_name_lower').on(sql`lower(${table.userName})`),
    index().on(table.claimedCode),
    index().on(table.organisationId),
    index().on(table.personId),
  ],
)

/** A role of staff: what whoever has it may do, and where. */
export const staffRole = pgTable('staff_role', {
  id: id(),
  /** Code by which accounts refer to the role; never changes. */
  code: text().notNull().unique(),
  name: text().notNull(),
  note: text().notNull().default(''),
  /** Ignored for the administrator's role, which has every permission. */
  permissions: text().array().notNull().default([]),
  /** Empty together with `branchIds`: no limit. */
  provinces: text().array().notNull().default([]),
  /** Branches whose provinces are added to `provinces`. */
  branchIds: integer().array().notNull().default([]),
  /** Kinds of application; empty: all. */
  kinds: text().array().notNull().default([]),
  /** A retired role grants nothing. */
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
    /** Time of an early end. */
    endedAt: moment(),
    endedBy: integer(),
  },
  table => [index().on(table.deputyId, table.toDay), index().on(table.principalId, table.toDay)],
)

/**
 * Records which colleague opened, changed or restored an account, or granted it permissions. For some days such an
 * account is no independent second person to them (`handling.ts`).
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
    /** Public id of the session: the list of sessions never shows a token. */
    id: integer().notNull().unique().generatedByDefaultAsIdentity(),
    tokenHash: text().primaryKey(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    /** Company the session acts for; null: the user. */
    companyId: integer().references(() => account.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    seenAt: createdAt(),
    endedAt: moment(),
    /** `association`: ended by staff, so the next call answers 550 and not 401. */
    endedBy: text({ enum: ['self', 'elsewhere', 'association', 'password', 'expiry'] }),
    /** Time at which the password was last entered in this session. */
    confirmedAt: moment(),
    address: text(),
    userAgent: text(),
  },
  table => [index().on(table.accountId), index().on(table.companyId)],
)

/** Ten single-use codes that replace the second factor when the phone is lost. */
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

/** Consent to a version of a document, or its withdrawal. Append-only. */
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

/** Attempts counted for rate limits: failed sign-ins, codes sent. Keys are hashes; rows are deleted after a day. */
export const attempt = pgTable(
  'attempt',
  { id: id(), purpose: text().notNull(), key: text().notNull(), at: createdAt() },
  table => [index().on(table.purpose, table.key, table.at), index().on(table.at)],
)

/** 经办人: who acts for a company with a login of their own; invited by phone, and by that known when they answer. */
export const clerk = pgTable(
  'clerk',
  {
    id: id(),
    companyId: idOf(() => account.id, { onDelete: 'cascade' }),
    /** Null until they have accepted. */
    accountId: integer().references(() => account.id, { onDelete: 'cascade' }),
    /** Name under which the company lists the clerk. */
    name: text().notNull(),
    /** Phone the invitation was sent to; null once it was answered or has ended. */
    phoneSealed: text(),
    phoneHash: text(),
    duties: text({ enum: dutyCodes }).array().notNull(),
    invitedName: text().notNull(),
    invitedAt: createdAt(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    endedAt: moment(),
    /** `refused`: the invitation; `withdrawn`: by the company, before or after it was accepted; `left`: by themselves. */
    endedBy: text({ enum: ['refused', 'withdrawn', 'left'] }),
    version: integer().notNull().default(1),
  },
  table => [
    uniqueIndex('clerk_phone').on(table.companyId, table.phoneHash).where(sql`ended_at is null`),
    uniqueIndex('clerk_account').on(table.companyId, table.accountId).where(sql`ended_at is null`),
    index('clerk_of').on(table.accountId).where(sql`ended_at is null`),
    index('clerk_invited').on(table.phoneHash).where(sql`accepted_at is null and ended_at is null`),
  ],
)

/** 分支机构: a part of the association that looks after the members of some provinces. Roles are limited to it. */
export const branch = pgTable('branch', {
  id: id(),
  name: text().notNull(),
  /** Provinces served; no two branches in use serve the same province. */
  provinces: text().array().notNull().default([]),
  contact: text().notNull().default(''),
  phone: text().notNull().default(''),
  address: text().notNull().default(''),
  /** A retired branch serves no province. */
  isRetired: boolean().notNull().default(false),
  sort: integer().notNull().default(0),
})
