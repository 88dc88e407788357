import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, words } from '#lib/server/database/columns.ts'
import { certificateLook } from '../designs/server/tables.ts'
import { verifyKey } from '../keyed/server/tables.ts'
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
 * The one register of everything the association certifies: organisations' abilities, persons, membership. A row says
 * what is printed on the certificate, names included, so that it stays true when a kind is renamed or a company moves.
 * What happened to it later is in `certificate_event`; `status` is the sum of those events, dates aside.
 */
export const certificate = pgTable(
  'certificate',
  {
    id: id(),
    register: text({ enum: ['qualification', 'personnel', 'membership', 'award'] }).notNull(),
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
    index('certificate_by_holder').on(sql`(${table.holderName} collate "zh-x-icu")`, table.id),
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
