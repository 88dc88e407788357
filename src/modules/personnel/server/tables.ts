import { boolean, date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf } from '#lib/server/database/columns.ts'
import { person } from '#modules/members/server/tables.ts'

/** 人员证书: groups and kinds. What is retired is on offer no more; what was issued stays. */
export const personnelGroup = pgTable('personnel_group', {
  id: integer().primaryKey(),
  code: text().notNull().unique(),
  name: text().notNull(),
  sort: integer().notNull().default(0),
  isRetired: boolean().notNull().default(false),
})

export const personnelKind = pgTable(
  'personnel_kind',
  {
    id: integer().primaryKey(),
    groupId: idOf(() => personnelGroup.id),
    code: text().notNull().unique(),
    name: text().notNull(),
    levels: jsonb().$type<{ code: string; name: string }[]>().notNull().default([]),
    /** Null: it never ends. */
    validYears: integer().default(4),
    /** Issuer: the association, or the State for kinds listed for reference only. */
    issuer: text({ enum: ['association', 'state'] })
      .notNull()
      .default('association'),
    /** 继续教育学时 within the validity. */
    renewHours: integer().notNull().default(24),
    sort: integer().notNull().default(0),
    /** Format as in `numbering.ts` of certificates; empty when the State assigns the number. */
    numberRule: text().notNull().default('{kind}-{year}-{province}-{serial:5}'),
    /** Requirements for a first certificate: education, years, hours. */
    requirement: text().notNull().default(''),
    isRetired: boolean().notNull().default(false),
  },
  table => [index().on(table.groupId)],
)

/** 继续教育学时 that somebody has earned. */
export const studyHours = pgTable(
  'study_hours',
  {
    id: id(),
    personId: idOf(() => person.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    hours: numeric({ precision: 6, scale: 1, mode: 'number' }).notNull(),
    earnedOn: date().notNull(),
    /** Id of the course; no foreign key, since courses belong to a module that builds on this one. */
    courseId: integer(),
    /** The code of the kind for which they count; null: for all. */
    certificateKind: text(),
    createdAt: createdAt(),
  },
  // A course credits its hours once to each, however often it is finished.
  table => [uniqueIndex().on(table.courseId, table.personId), index().on(table.personId, table.earnedOn)],
)
