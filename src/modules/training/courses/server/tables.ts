import { sql } from 'drizzle-orm'
import { boolean, date, doublePrecision, index, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, heading, id, moment, updatedAt, words } from '#lib/server/database/columns.ts'
import { file } from '#modules/files/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import type { ExamRoom } from '#modules/training/enrolling/seats.ts'
import type { Session } from '#modules/training/running/attendance.ts'

/** A class: one kind of training, once. Its status follows its dates; only cancelling and announcing are acts. */
export const course = pgTable(
  'course',
  {
    id: id(),
    title: text().notNull(),
    /** Code of the dictionary `courseKind`. */
    kind: text().notNull(),
    mode: text({ enum: ['onsite', 'online', 'mixed'] }).notNull(),
    personnelKindId: integer().references(() => personnelKind.id),
    /** The level that it leads to; empty where each participant chooses, or the kind has none. */
    levelCode: text().notNull().default(''),
    batch: text().notNull().default(''),
    /** The notice, an article's number. */
    noticeId: integer(),
    applyFrom: moment().notNull(),
    /** The last moment at which one may apply. Closing it early moves this to now. */
    applyUntil: moment().notNull(),
    startsOn: date().notNull(),
    endsOn: date().notNull(),
    checkInOn: date(),
    provinceCode: text(),
    city: text().notNull().default(''),
    venue: text().notNull().default(''),
    hotel: text().notNull().default(''),
    lng: doublePrecision(),
    lat: doublePrecision(),
    quota: integer().notNull(),
    /** Minimum number of participants; with fewer the course may be cancelled. */
    minimum: integer(),
    feeMember: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    feeOther: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    feeNote: text().notNull().default(''),
    contactName: text().notNull().default(''),
    contactPhone: text().notNull().default(''),
    contactEmail: text().notNull().default(''),
    hasExam: boolean().notNull().default(true),
    /** Pass mark for theory, out of 100. */
    passScore: integer().notNull().default(60),
    /** Pass mark for practice, out of 100; null: no practice. */
    passPractice: integer(),
    /** 学时, credited to whoever finishes. */
    hours: integer().notNull().default(0),
    teachers: text().notNull().default(''),
    /** HTML, cleaned before it is stored. */
    syllabus: text().notNull().default(''),
    coverId: integer().references(() => file.id),
    attachmentIds: integer().array().notNull().default([]),
    /** A photo of each participant is wanted, for ticket and certificate. */
    asksPhoto: boolean().notNull().default(false),
    /** Participants are asked whether they need a room. */
    asksStay: boolean().notNull().default(false),
    /** Days for accepting an offered place, and days for payment. */
    offerDays: integer().notNull().default(2),
    payDays: integer().notNull().default(7),
    /** 考勤: when attendance is taken. */
    sessions: jsonb().$type<Session[]>().notNull().default([]),
    /** 考场, as they were arranged last. */
    examRooms: jsonb().$type<ExamRoom[]>().notNull().default([]),
    /** A public notice of the candidates precedes the certificates. */
    hasNotice: boolean().notNull().default(true),
    publishedAt: moment(),
    /** Participants may print their admission tickets from this time on. */
    ticketsAt: moment(),
    resultsAt: moment(),
    cancelledAt: moment(),
    cancelReason: text().notNull().default(''),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    words: words().notNull().default(sql`''::tsvector`),
    heading: heading(),
  },
  table => [
    index().on(table.startsOn.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index().using('gin', table.words),
    index().using('gin', table.heading),
  ],
)
