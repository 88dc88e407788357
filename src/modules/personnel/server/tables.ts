import { boolean, date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf } from '#lib/server/database/columns.ts'
import { catalogueColumns } from '#modules/certificates/catalogue/server/columns.ts'
import { person } from '#modules/members/server/tables.ts'

/** 人员证书: groups and kinds. What is retired is on offer no more; what was issued stays. */
export const personnelGroup = pgTable('personnel_group', {
  ...catalogueColumns(),
  isRetired: boolean().notNull().default(false),
})

export const personnelKind = pgTable(
  'personnel_kind',
  {
    ...catalogueColumns(),
    groupId: idOf(() => personnelGroup.id),
    levels: jsonb().$type<{ code: string; name: string }[]>().notNull().default([]),
    /** Null: it never ends. */
    validYears: integer().default(4),
    /** Issuer: the association, or the State for kinds listed for reference only. */
    issuer: text({ enum: ['association', 'state'] })
      .notNull()
      .default('association'),
    /** 继续教育学时 within the validity. */
    renewHours: integer().notNull().default(24),
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
