import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt, words } from '#lib/server/database/columns.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { file } from '#modules/files/server/tables.ts'
import type { DesignLayout, SnapshotLayout } from '../designSchema.ts'
import { eventKinds } from '../status.ts'

type Columns<Name extends string> = Record<Name, ExtraConfigColumn>

const newest = ({ issuedOn, id }: Columns<'issuedOn' | 'id'>) => [issuedOn.desc().nullsFirst(), id.desc().nullsFirst()]
const standing = ({
  status,
  validFrom,
  validTo,
  publishedAt,
}: Columns<'status' | 'validFrom' | 'validTo' | 'publishedAt'>) => [status, validFrom, validTo, publishedAt]

/**
 * 证书版式: how certificates of some kinds look; lengths in millimetres, places from the sheet's upper left corner. What is
 * issued keeps its look: see `certificate_look`.
 */
export const certificateDesign = pgTable('certificate_design', {
  id: id(),
  name: text().notNull().unique(),
  /** Codes of the kinds it applies to; `*personnel`: every kind of that register without a design of its own. */
  kinds: text().array().notNull().default([]),
  paper: text({ enum: ['landscape', 'portrait'] }).notNull(),
  backgroundId: integer().references(() => file.id),
  frame: text({ enum: ['double', 'single', 'none'] }).notNull(),
  marginX: integer().notNull(),
  marginTop: integer().notNull(),
  colours: text({ enum: ['association', 'own'] }).notNull(),
  main: text().notNull().default(''),
  accent: text().notNull().default(''),
  title: text().notNull(),
  titleSecond: text().notNull().default(''),
  holder: text({ enum: ['large', 'inText'] }).notNull(),
  align: text({ enum: ['centre', 'indent'] }).notNull(),
  body: text().notNull().default(''),
  bodySecond: text().notNull().default(''),
  facts: jsonb().$type<DesignLayout['facts']>().notNull().default([]),
  note: text().notNull().default(''),
  seal: text({ enum: ['printed', 'byHand'] }).notNull(),
  sealX: integer().notNull(),
  sealY: integer().notNull(),
  sealSize: integer().notNull(),
  qrX: integer().notNull(),
  qrY: integer().notNull(),
  qrSize: integer().notNull(),
  /** Typst; empty: by the fields above. */
  template: text().notNull().default(''),
  updatedAt: updatedAt(),
})

/**
 * The look of certificates as they were issued: the design of their kind, its pictures, the colours and the seal of that
 * day. Never changed; the same look is there once, under the hash of all that makes it.
 */
export const certificateLook = pgTable('certificate_look', {
  id: id(),
  digest: text().notNull().unique(),
  drawn: jsonb().$type<SnapshotLayout>().notNull(),
  backgroundId: integer().references(() => file.id),
  sealId: integer().references(() => file.id),
  createdAt: createdAt(),
})

/**
 * The one register of everything the association certifies: organisations' abilities, persons, membership. A row says
 * what is printed on the certificate, names included, so that it stays true when a kind is renamed or a company moves.
 * What happened to it later is in `certificate_event`; `status` is the sum of those events, dates aside.
 */
export const certificate = pgTable(
  'certificate',
  {
    id: id(),
    register: text({ enum: ['qualification', 'personnel', 'membership', 'award', 'appointment'] }).notNull(),
    number: text().notNull(),
    /** The number as it is compared, from `numberKey`: without case, spaces, hyphens, brackets or full-width forms. */
    numberKey: text().notNull(),
    holderName: text().notNull(),
    /** The holder itself, or the employer when it was issued. */
    organisationName: text().notNull(),
    organisationId: integer(),
    personId: integer(),
    creditCode: text(),
    provinceCode: text(),
    groupCode: text().notNull(),
    groupName: text().notNull(),
    kindCode: text().notNull(),
    kindName: text().notNull(),
    levelCode: text().notNull().default(''),
    levelName: text().notNull().default(''),
    scope: text().notNull().default(''),
    issuer: text().notNull(),
    issuedOn: date().notNull(),
    validFrom: date().notNull(),
    /** The last day on which it is valid; null: until further notice. */
    validTo: date(),
    status: text({ enum: ['valid', 'suspended', 'revoked', 'cancelled', 'replaced'] })
      .notNull()
      .default('valid'),
    replacesId: integer().references((): AnyPgColumn => certificate.id),
    /** Token in the QR code: 128 random bits. */
    token: text().notNull(),
    source: text({ enum: ['issued', 'legacy'] })
      .notNull()
      .default('issued'),
    /** Time from which public lists show it; null: not listed, confirmed only to a caller with its number or code. */
    publishedAt: moment(),
    /** Design snapshot of its issue or last correction; null: the built-in sheet. */
    lookId: integer().references(() => certificateLook.id),
    createdAt: createdAt(),
    words: words().notNull().default(sql`''::tsvector`),
  },
  table => [
    // Serves `=` and `like 'abc%'` under any collation; two numbers may not differ by a hyphen alone.
    uniqueIndex().on(table.numberKey.op('text_pattern_ops')),
    uniqueIndex().on(table.token),
    // Lists are always sorted newest first. The columns after the sort key let filters and counts run within the index.
    // This index covers all registers together, for staff.
    index('certificate_by_issue').on(
      table.issuedOn.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      ...standing(table),
    ),
    index('certificate_by_register').on(table.register, ...newest(table), ...standing(table)),
    index('certificate_by_group').on(table.register, table.groupCode, ...newest(table), ...standing(table)),
    index('certificate_by_kind').on(
      table.register,
      table.kindCode,
      ...newest(table),
      table.levelCode,
      ...standing(table),
    ),
    index('certificate_by_province').on(
      table.register,
      table.provinceCode,
      ...newest(table),
      table.groupCode,
      table.kindCode,
      table.levelCode,
      ...standing(table),
    ),
    index('certificate_by_status').on(
      table.register,
      table.status,
      ...newest(table),
      table.validFrom,
      table.validTo,
      table.publishedAt,
    ),
    // The last to end first: to count some that last, the planner may begin at either end, and finds them at this one.
    index('certificate_by_end').on(
      table.register,
      table.validTo.desc().nullsFirst(),
      ...newest(table),
      table.status,
      table.validFrom,
      table.publishedAt,
    ),
    // Indexes for the other sort orders of `certificateRegister`.
    index('certificate_by_number').on(table.numberKey, table.id),
    index('certificate_by_holder_read').on(sql`(${byName(table.holderName)})`, table.id),
    index('certificate_by_place').on(sql`(coalesce(${table.provinceCode}, ''))`, table.id),
    index('certificate_by_last_day').on(sql`(coalesce(${table.validTo}, 'infinity'))`, table.id),
    // Serves `expiring`, soonest end first, and `expired`, latest end first.
    index('certificate_by_valid_to').on(
      table.validTo.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.status,
      table.validFrom,
      table.issuedOn,
    ),
    // The few that are issued and not yet valid.
    index().on(table.validFrom),
    index().on(table.creditCode),
    index().on(table.organisationId),
    index().on(table.personId),
    index().on(table.replacesId),
    index().using('gin', table.words),
  ],
)

/** Events of a certificate in order; append-only. Answers "was it valid on that day?". */
export const certificateEvent = pgTable(
  'certificate_event',
  {
    id: id(),
    certificateId: idOf(() => certificate.id),
    kind: text({ enum: eventKinds }).notNull(),
    /** The first day on which it counts. */
    effectiveOn: date().notNull(),
    /** Shown to the public. */
    reason: text().notNull().default(''),
    /** Fields altered by a correction or a change: `{ field: [before, after] }`. */
    changes: jsonb().$type<Record<string, [string, string]>>(),
    actorId: integer(),
    recordedAt: createdAt(),
  },
  table => [index().on(table.certificateId, table.effectiveOn, table.id)],
)

/** Keys by which regulators and buyers ask for many certificates at once; the key itself is with its holder alone. */
export const verifyKey = pgTable('verify_key', {
  id: id(),
  /** Name of the key holder, as shown to holders of certificates. */
  name: text().notNull(),
  /** Contact person, encrypted. */
  contactSealed: text().notNull(),
  /** SHA-256 of the key, which is random enough not to be guessed. */
  hash: text().notNull().unique(),
  hint: text().notNull(),
  perMinute: integer().notNull(),
  perDay: integer().notNull(),
  /** The last day on which it is good. */
  expiresOn: date().notNull(),
  createdAt: createdAt(),
  createdBy: integer(),
  revokedAt: moment(),
  lastUsedAt: moment(),
  /** Start of the current one-minute window; `minuteUsed` counts the numbers requested in it. */
  minuteAt: moment(),
  minuteUsed: integer().notNull().default(0),
})

/** Numbers asked for by a key on a day. */
export const verifyKeyDay = pgTable(
  'verify_key_day',
  {
    keyId: idOf(() => verifyKey.id),
    day: date().notNull(),
    numbers: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.keyId, table.day] })],
)

/** Lookups of a certificate, shown to its holder. The caller is recorded only for lookups by API key. */
export const certificateLookup = pgTable(
  'certificate_lookup',
  {
    id: id(),
    certificateId: idOf(() => certificate.id),
    via: text({ enum: ['number', 'qr', 'batch', 'identity', 'key'] }).notNull(),
    verifyKeyId: integer().references(() => verifyKey.id),
    askedFor: date(),
    at: createdAt(),
  },
  table => [index().on(table.certificateId, table.at)],
)

/** The last number given out of each series, such as `XH-D-32`: without gaps, whoever asks at once. */
export const numberSeries = pgTable('number_series', { prefix: text().primaryKey(), last: integer().notNull() })
