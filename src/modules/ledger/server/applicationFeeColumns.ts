import { date, integer, numeric, text } from 'drizzle-orm/pg-core'
import { createdAt, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'

/** A fee that comes with an application: how much it is, what its applicant says to have paid, and its invoice. */
export const applicationFeeColumns = () => ({
  /** In yuan. */
  amount: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
  state: text({ enum: ['due', 'claimed', 'refused', 'confirmed'] })
    .notNull()
    .default('due'),
  paidOn: date(),
  payer: text().notNull().default(''),
  slipId: integer().references(() => file.id),
  invoiceTitle: text().notNull().default(''),
  invoiceCreditCode: text().notNull().default(''),
  invoiceEmail: text().notNull().default(''),
  claimedAt: moment(),
  confirmedAt: moment(),
  confirmedBy: integer().references(() => account.id),
  invoiceNumber: text().notNull().default(''),
  invoiceIssuedOn: date(),
  invoiceFileId: integer().references(() => file.id),
  createdAt: createdAt(),
})
