import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { course } from '#modules/training/courses/server/tables.ts'
import { enrolmentStatuses } from '../enrolmentStatus.ts'

export type Invoice = {
  kind: 'ordinary' | 'special'
  titleType: 'organisation' | 'person'
  title: string
  taxNumber: string
  regAddress: string
  regPhone: string
  bank: string
  /** Null: none was given. */
  bankAccountSealed: string | null
  email: string
}

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
    totalFee: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    /** Payer's data and the slip. */
    paidOn: date(),
    payer: text().notNull().default(''),
    slipId: integer().references(() => file.id),
    confirmedAt: moment(),
    /** Paid but ended: a refund is owed. */
    refundDue: boolean().notNull().default(false),
    refundedAt: moment(),
    refundNote: text().notNull().default(''),
    invoice: jsonb().$type<Invoice>(),
    invoiceState: text({ enum: ['none', 'requested', 'issued', 'refused'] })
      .notNull()
      .default('none'),
    invoiceNumber: text().notNull().default(''),
    invoiceIssuedOn: date(),
    invoiceFileId: integer().references(() => file.id),
    /** Why it was refused. */
    invoiceReason: text().notNull().default(''),
    /** Grows with every act that is not the application's. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.courseId, table.status, table.queuedAt),
    index().on(table.organisationId),
    // Matches how receivables are read: by `dayAt` of when the fee was raised, then by `owedIdSql`.
    index('registration_raised').on(
      sql`((created_at at time zone 'Asia/Shanghai')::date) desc`,
      sql`(id * 100 + 4) desc`,
    ),
    index('registration_invoice').on(table.id).where(sql`invoice_state = 'requested'`),
  ],
)
