import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, idOf } from '#lib/server/database/columns.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { applicationFeeColumns } from '#modules/membership/fees/server/feeColumns.ts'
import { qualificationKind } from '#modules/qualifications/catalogue/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { applicationTypes, type QualificationStage } from '../applicationTypes.ts'

/** What a qualification application adds to the columns of every application. */
export const qualificationCase = pgTable(
  'qualification_case',
  {
    applicationId: integer()
      .primaryKey()
      .references(() => application.id),
    type: text({ enum: applicationTypes }).notNull(),
    kindId: idOf(() => qualificationKind.id),
    /** The certificate that is renewed, upgraded, changed …; null for a first application. */
    certificateId: integer().references(() => certificate.id),
    /** The way it goes, as the kind was when it was handed in: what staff change later counts for later ones. */
    path: text().array().$type<QualificationStage[]>().notNull().default([]),
  },
  table => [index().on(table.kindId, table.type), index().on(table.certificateId)],
)

/** 评审费: what an application costs, and what its applicant says to have paid. */
export const assessmentFee = pgTable(
  'assessment_fee',
  {
    applicationId: integer()
      .primaryKey()
      .references(() => application.id),
    ...applicationFeeColumns(),
  },
  () => [
    // Matches how receivables are read: by `dayAt` of when the fee was raised, then by `owedIdSql`.
    index('assessment_fee_raised').on(
      sql`((created_at at time zone 'Asia/Shanghai')::date) desc`,
      sql`(application_id * 100 + 2) desc`,
    ),
  ],
)

/** Reminders of annual reports that have gone out. The primary key keeps concurrent jobs from sending one twice. */
export const annualReminder = pgTable(
  'annual_reminder',
  {
    certificateId: idOf(() => certificate.id),
    /** The first day on which the reports of that year are taken. */
    opensOn: date().notNull(),
    step: text({ enum: ['opening', 'closing'] }).notNull(),
    at: createdAt(),
  },
  table => [primaryKey({ columns: [table.certificateId, table.opensOn, table.step] })],
)
