import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, heading, id, idOf, moment, updatedAt, words } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import type { OwnValues } from '#modules/ownFields/ownFieldForm.ts'
import { employmentWays } from '../employment.ts'
import { handoverStates } from '../handoverStates.ts'
import type { Demand } from '../profileRules.ts'

/** A company, institution or body; a member or not. Its private contacts are with its account. */
export const organisation = pgTable(
  'organisation',
  {
    id: id(),
    name: text().notNull(),
    shortName: text().notNull().default(''),
    nameEn: text().notNull().default(''),
    creditCode: text().notNull().unique(),
    /**
     * What an office's list had for the code while that is missing ('') or wrong; `creditCode` is then a placeholder
     * (`pendingCode`). Null: the code is registered.
     */
    typedCode: text(),
    nature: text().notNull().default(''),
    /** Codes of `organisationCategories`. */
    categories: text().array().notNull().default([]),
    /** Codes of the dictionary of tags: among staff alone. */
    tags: text().array().notNull().default([]),
    provinceCode: text().notNull(),
    city: text().notNull().default(''),
    address: text().notNull().default(''),
    postcode: text().notNull().default(''),
    lng: doublePrecision(),
    lat: doublePrecision(),
    legalPerson: text().notNull().default(''),
    legalTitle: text().notNull().default(''),
    foundedOn: date(),
    /** In 10,000 yuan. */
    registeredCapital: numeric({ precision: 14, scale: 2, mode: 'number' }),
    staffTotal: integer(),
    technicalTotal: integer(),
    seniorTotal: integer(),
    email: text().notNull().default(''),
    fax: text().notNull().default(''),
    /** 营业执照 or its like. */
    licenceId: integer().references(() => file.id),
    website: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** The organisation agreed that its phone is shown. */
    phoneIsPublic: boolean().notNull().default(false),
    mainBusiness: text().notNull().default(''),
    products: text().notNull().default(''),
    honours: text().notNull().default(''),
    intro: text().notNull().default(''),
    logoId: integer().references(() => file.id),
    /** Answers to the association's own fields, by their codes. */
    own: jsonb().$type<OwnValues>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    words: words().notNull().default(sql`''::tsvector`),
    heading: heading(),
  },
  table => [
    index().on(table.provinceCode),
    index().on(table.id).where(sql`typed_code is not null`),
    index().on(table.legalPerson),
    index().using('gin', table.words),
    index().using('gin', table.heading),
  ],
)

/**
 * 合并: an organisation that has become part of another. Whoever writes its id meanwhile is led to the other by a trigger
 * on every column `organisation_id`.
 */
export const movedOrganisation = pgTable(
  'moved_organisation',
  {
    id: integer().primaryKey(),
    toId: idOf(() => organisation.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    creditCode: text().notNull(),
    reason: text().notNull(),
    mergedAt: createdAt(),
  },
  table => [index().on(table.toId)],
)

/** A natural person known to the association. Identity number and mobile are stored encrypted, found by keyed hash. */
export const person = pgTable(
  'person',
  {
    id: id(),
    name: text().notNull(),
    sex: text({ enum: ['male', 'female'] }),
    idType: text({ enum: ['resident', 'hongkongMacao', 'taiwan', 'residencePermit', 'passport', 'permanentResidence'] })
      .notNull()
      .default('resident'),
    idNumberSealed: text(),
    idNumberHash: text().unique(),
    bornOn: date(),
    mobileSealed: text(),
    mobileHash: text(),
    education: text().notNull().default(''),
    major: text().notNull().default(''),
    jobTitle: text().notNull().default(''),
    employer: text().notNull().default(''),
    position: text().notNull().default(''),
    email: text().notNull().default(''),
    organisationId: integer().references(() => organisation.id),
    provinceCode: text(),
    /** Codes of the dictionary of tags: among staff alone. */
    tags: text().array().notNull().default([]),
    photoId: integer().references(() => file.id),
    /** Time, and version of the text, of the person's consent to appear in public notices (PIPL, art. 25). */
    publicConsentAt: moment(),
    publicConsentVersion: text(),
    /** Answers to the association's own fields, by their codes. */
    own: jsonb().$type<OwnValues>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.organisationId),
    index().on(table.name),
    index().on(table.mobileHash),
    index().on(table.provinceCode, table.id),
  ],
)

/** Employments known to the association. `person.organisationId` is the open one. */
export const employment = pgTable(
  'employment',
  {
    id: id(),
    personId: idOf(() => person.id, { onDelete: 'cascade' }),
    organisationId: idOf(() => organisation.id),
    fromDay: date().notNull(),
    /** The last day; null: still there. */
    toDay: date(),
    began: text({ enum: employmentWays }).notNull(),
    ended: text({ enum: employmentWays }),
    endReason: text().notNull().default(''),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.personId, table.fromDay),
    index().on(table.organisationId),
    uniqueIndex('employment_open').on(table.personId).where(sql`to_day is null`),
  ],
)

/** Contacts of an organisation. Never public; reminders go to all of them. */
export const organisationContact = pgTable(
  'organisation_contact',
  {
    id: id(),
    organisationId: idOf(() => organisation.id),
    role: text({ enum: ['legal', 'representative', 'liaison'] }).notNull(),
    name: text().notNull(),
    position: text().notNull().default(''),
    mobileSealed: text(),
    mobileHash: text(),
    email: text().notNull().default(''),
    updatedAt: updatedAt(),
  },
  table => [uniqueIndex().on(table.organisationId, table.role), index().on(table.mobileHash)],
)

/** What the association asks in the profile of an organisation or person (`profileRules.ts`); no row: the program's own form. */
export const profileRule = pgTable('profile_rule', {
  kind: text({ enum: ['organisation', 'person'] }).primaryKey(),
  demands: jsonb().$type<Record<string, Demand>>().notNull(),
})

/** 联系人变更: somebody else shall sign in for an organisation whose contact has left and whose phone is dead. */
export const handover = pgTable(
  'handover',
  {
    id: id(),
    /** Lets the browser that began it go on with it. */
    ticketHash: text().notNull().unique(),
    orgName: text().notNull(),
    creditCode: text().notNull(),
    contactName: text().notNull(),
    position: text().notNull(),
    /** The new one, of which a code proved that it is theirs. */
    phoneSealed: text().notNull(),
    /** The stamped letter. */
    fileIds: integer().array().notNull().default([]),
    state: text({ enum: handoverStates }).notNull().default('begun'),
    /** Known once somebody of the association has looked at the letter. */
    accountId: integer().references(() => account.id),
    secondContactId: integer().references(() => organisationContact.id),
    codeHash: text(),
    codeExpiresAt: moment(),
    tries: integer().notNull().default(0),
    confirmedAt: moment(),
    /** Name of the colleague who acted last. */
    actorName: text().notNull().default(''),
    reason: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.state, table.id),
    // At most one of several letters about an account is processed at a time.
    uniqueIndex('handover_frozen').on(table.accountId).where(sql`state = 'frozen'`),
  ],
)

/** Reminders sent before the end of a certificate: each step once, also if two runs overlap. */
export const expiryReminder = pgTable(
  'expiry_reminder',
  {
    certificateId: idOf(() => certificate.id),
    /** Days before the end. */
    step: integer().notNull(),
    at: createdAt(),
  },
  table => [primaryKey({ columns: [table.certificateId, table.step] })],
)
