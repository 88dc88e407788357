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
import type { FormField, FormValues } from '#lib/form/form.ts'
import { createdAt, heading, id, idOf, moment, updatedAt, words } from '#lib/server/database/columns.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import type { IdType } from '#modules/members/personForm.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { Session } from '../attendance.ts'
import { enrolmentStatuses } from '../enrolmentStatus.ts'
import type { Fare, LevelFare } from '../fares.ts'
import { examKinds, participantResults, stays } from '../participantWords.ts'
import type { RefundStep } from '../refundRule.ts'
import type { ExamRoom } from '../seats.ts'

/** 活动种类: what events of a kind are called, what they have and what they ask of participants. */
export const eventKind = pgTable('event_kind', {
  id: id(),
  /** Stored by events; never changes once one has it. */
  code: text().notNull().unique(),
  name: text().notNull().unique(),
  noun: text().notNull(),
  people: text().notNull(),
  fee: text().notNull(),
  pass: text().notNull(),
  speakers: text().notNull(),
  agenda: text().notNull(),
  hasExam: boolean().notNull(),
  hasHours: boolean().notNull(),
  hasCertificates: boolean().notNull(),
  /** Fields of a participant that are asked, and those of them that are required (`askNames`). */
  asks: text().array().notNull(),
  requires: text().array().notNull(),
  isAdultsOnly: boolean().notNull().default(false),
  /** For renewal: asks for the number of the old certificate. */
  isRenewal: boolean().notNull().default(false),
  /** Questions of its own, asked of each participant. */
  fields: jsonb().$type<FormField[]>().notNull().default([]),
  /** Refund rule with which an event of the kind begins. */
  refundRule: text().notNull().default(''),
  refundSteps: jsonb().$type<RefundStep[]>().notNull().default([]),
  isOpen: boolean().notNull().default(true),
  sort: integer().notNull().default(0),
})

/** An event, a course or another: one of its kind, once. Its status follows its dates; only cancelling and announcing are acts. */
export const course = pgTable(
  'course',
  {
    id: id(),
    title: text().notNull(),
    /** Code of an `eventKind`. */
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
    /** Fares, where it has more than one price; the two fees above are then the lowest of them. */
    fares: jsonb().$type<Fare[]>().notNull().default([]),
    levelFares: jsonb().$type<LevelFare[]>().notNull().default([]),
    feeNote: text().notNull().default(''),
    /** Refund rule in words, and the share that goes back until so many days before the start. */
    refundRule: text().notNull().default(''),
    refundSteps: jsonb().$type<RefundStep[]>().notNull().default([]),
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

/**
 * One registration: by a member, by a visitor with a query code, or imported. If there is an application, its form is
 * the input; this row, written in the same transaction, is authoritative.
 */
export const registration = pgTable(
  'registration',
  {
    id: id(),
    /** Number of the application; null: a draft. */
    number: text().unique(),
    courseId: idOf(() => course.id),
    /** Null: brought in by staff. */
    applicationId: integer()
      .unique()
      .references(() => application.id),
    channel: text({ enum: ['member', 'public', 'import'] }).notNull(),
    organisationId: integer().references(() => organisation.id),
    /** Display name of the registrant: the organisation, or the person. */
    organisationName: text().notNull(),
    creditCode: text(),
    provinceCode: text(),
    contactName: text().notNull().default(''),
    contactMobileSealed: text(),
    contactMobileHash: text(),
    contactEmail: text().notNull().default(''),
    /** Six digits with which a visitor comes back, hashed. */
    queryCodeHash: text(),
    /** Pays the members' price. */
    isMember: boolean().notNull().default(false),
    status: text({ enum: enrolmentStatuses }).notNull(),
    /** Time at which waiting began; orders the waiting list. */
    queuedAt: moment(),
    /** Price at sign-up; what is owed of it stands in `receivable`. */
    totalFee: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    /** 报名成功: what it costs, if anything, is paid. */
    confirmedAt: moment(),
    /** Grows with every act that is not the application's. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.courseId, table.status, table.queuedAt), index().on(table.organisationId)],
)

/**
 * Participant of a registration. An identity number can take part in an event only once, even across registrations; where
 * none is asked, a name with its mobile.
 */
export const participant = pgTable(
  'participant',
  {
    id: id(),
    registrationId: idOf(() => registration.id),
    courseId: integer().references(() => course.id),
    /** Null until the registration is confirmed. */
    personId: integer().references(() => person.id),
    /** Position in the registration, from 1. */
    place: integer().notNull().default(1),
    name: text().notNull().default(''),
    sex: text({ enum: ['male', 'female'] }),
    idType: text().$type<IdType>().notNull().default('resident'),
    idNumberSealed: text(),
    idNumberHash: text(),
    mobileSealed: text(),
    mobileHash: text(),
    education: text().notNull().default(''),
    jobTitle: text().notNull().default(''),
    position: text().notNull().default(''),
    workYears: integer(),
    examKind: text({ enum: examKinds }).notNull().default('first'),
    levelCode: text().notNull().default(''),
    oldCertificate: text().notNull().default(''),
    photoId: integer().references(() => file.id),
    stay: text({ enum: stays }).notNull().default('none'),
    roommate: text().notNull().default(''),
    diet: text().notNull().default(''),
    /** Fare of the event; empty: it has a single price. */
    fareCode: text().notNull().default(''),
    /** Price at sign-up, and whether it was a free share or the early price; null: signed up before fares. */
    fee: numeric({ precision: 12, scale: 2, mode: 'number' }),
    isFree: boolean().notNull().default(false),
    isEarly: boolean().notNull().default(false),
    /** Answers to the questions of the kind, by their codes. */
    own: jsonb().$type<FormValues>().notNull().default({}),
    /** Time and text version of the person's consent to publication (PIPL, art. 25). */
    consentAt: moment(),
    consentVersion: text(),
    /** Counts: the registration is neither a draft nor over, and nobody took this person off it. */
    isActive: boolean().notNull().default(true),
    /** Content of the QR code on the admission ticket: 128 random bits. */
    token: text().unique(),
    /** 准考证号, given out when tickets are made. */
    ticketNumber: text().unique(),
    checkedInAt: moment(),
    checkedInBy: text().notNull().default(''),
    /** 考场与座位, 房间. */
    seat: text().notNull().default(''),
    room: text().notNull().default(''),
    result: text({ enum: participantResults }).notNull().default('none'),
    batchId: integer(),
    certificateId: integer().references(() => certificate.id),
    /** 学时 have been credited. */
    creditedAt: moment(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.registrationId, table.place),
    index().on(table.personId),
    index().on(table.courseId, table.isActive),
    index().on(table.certificateId),
    index().on(table.batchId),
    uniqueIndex('participant_once').on(table.courseId, table.idNumberHash).where(sql`is_active`),
    uniqueIndex('participant_once_by_mobile')
      .on(table.courseId, table.mobileHash, table.name)
      .where(sql`is_active and id_number_hash is null`),
  ],
)

/** 考勤: somebody was there. */
export const attendance = pgTable(
  'attendance',
  {
    participantId: idOf(() => participant.id, { onDelete: 'cascade' }),
    /** The code of one of the course's sessions. */
    session: text().notNull(),
    takenBy: text().notNull(),
    at: createdAt(),
  },
  table => [primaryKey({ columns: [table.participantId, table.session] })],
)

export const examResult = pgTable(
  'exam_result',
  {
    participantId: idOf(() => participant.id, { onDelete: 'cascade' }),
    round: text({ enum: ['first', 'makeup'] }).notNull(),
    /** Score out of 100; null: not taken. */
    theory: numeric({ precision: 5, scale: 1, mode: 'number' }),
    practice: numeric({ precision: 5, scale: 1, mode: 'number' }),
    isAbsent: boolean().notNull().default(false),
    /** Result of all tries up to this one, by the rule of the course; `none`: a score is missing. */
    result: text({ enum: participantResults }).notNull().default('none'),
    /** Time of the announcement; later corrections need a reason. */
    announcedAt: moment(),
    recordedBy: text().notNull(),
    updatedAt: updatedAt(),
  },
  table => [primaryKey({ columns: [table.participantId, table.round] })],
)

/** 发证批次: those of a course who get their certificates together, as an application that somebody else looks at. */
export const certificateBatch = pgTable(
  'certificate_batch',
  {
    id: id(),
    courseId: idOf(() => course.id),
    applicationId: integer()
      .unique()
      .references(() => application.id),
    /** Copied from the course when the batch was created. */
    hasNotice: boolean().notNull().default(true),
    createdBy: text().notNull(),
    issuedAt: moment(),
    createdAt: createdAt(),
  },
  table => [index().on(table.courseId)],
)
