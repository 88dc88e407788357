import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import type { IdType } from '#modules/members/personForm.ts'
import { person } from '#modules/members/server/tables.ts'
import { course } from '#modules/training/courses/server/tables.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import { examKinds, participantResults, stays } from '../participantWords.ts'

/** Participant of a registration. An identity number can take part in a course only once, even across registrations. */
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
  ],
)
