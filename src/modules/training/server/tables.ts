import { sql } from 'drizzle-orm'
import { boolean, date, doublePrecision, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt, words } from '#lib/server/columns.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'

/** A class: one kind of training, once. Its status follows its dates; only cancelling and announcing are acts. */
export const course = pgTable(
  'course',
  {
    id: id(),
    title: text().notNull(),
    kind: text({
      enum: ['certification', 'renewal', 'continuing', 'standards', 'seminar', 'assessor', 'online'],
    }).notNull(),
    mode: text({ enum: ['onsite', 'online', 'mixed'] }).notNull(),
    personnelKindId: integer().references(() => personnelKind.id),
    batch: text().notNull().default(''),
    /** The notice, an article's number. */
    noticeId: integer(),
    applyFrom: moment().notNull(),
    applyUntil: moment().notNull(),
    startsOn: date().notNull(),
    endsOn: date().notNull(),
    checkInOn: date(),
    provinceCode: text(),
    city: text().notNull().default(''),
    venue: text().notNull().default(''),
    lng: doublePrecision(),
    lat: doublePrecision(),
    quota: integer().notNull(),
    feeMember: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    feeOther: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    feeNote: text().notNull().default(''),
    contactName: text().notNull().default(''),
    contactPhone: text().notNull().default(''),
    hasExam: boolean().notNull().default(true),
    passScore: integer().notNull().default(60),
    hours: integer().notNull().default(0),
    teachers: text().notNull().default(''),
    /** HTML, cleaned before it is stored. */
    syllabus: text().notNull().default(''),
    coverId: integer().references(() => file.id),
    publishedAt: moment(),
    resultsAt: moment(),
    cancelledAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    words: words().notNull().default(sql`''::tsvector`),
  },
  table => [
    index().on(table.startsOn.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().using('gin', table.words),
  ],
)

/** One order of places: by a member, or by anyone with a query code. */
export const registration = pgTable(
  'registration',
  {
    id: id(),
    number: text().notNull().unique(),
    courseId: integer()
      .notNull()
      .references(() => course.id),
    channel: text({ enum: ['member', 'public'] }).notNull(),
    organisationId: integer().references(() => organisation.id),
    organisationName: text().notNull(),
    status: text({
      enum: [
        'draft',
        'submitted',
        'returned',
        'unpaid',
        'paid',
        'confirmed',
        'checkedIn',
        'finished',
        'cancelled',
        'refunded',
      ],
    }).notNull(),
    totalFee: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.courseId), index().on(table.organisationId)],
)

/** Who takes part. A person takes part in a course once. */
export const participant = pgTable(
  'participant',
  {
    id: id(),
    registrationId: integer()
      .notNull()
      .references(() => registration.id),
    personId: integer()
      .notNull()
      .references(() => person.id),
    createdAt: createdAt(),
  },
  table => [index().on(table.registrationId), index().on(table.personId)],
)
