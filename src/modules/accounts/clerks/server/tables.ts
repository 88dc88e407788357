import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { dutyCodes } from '#lib/access/duties.ts'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'

/** 经办人: who acts for a company with a login of their own; invited by phone, and by that known when they answer. */
export const clerk = pgTable(
  'clerk',
  {
    id: id(),
    companyId: idOf(() => account.id, { onDelete: 'cascade' }),
    /** Null until they have accepted. */
    accountId: integer().references(() => account.id, { onDelete: 'cascade' }),
    /** Name under which the company lists the clerk. */
    name: text().notNull(),
    /** Phone the invitation was sent to; null once it was answered or has ended. */
    phoneSealed: text(),
    phoneHash: text(),
    duties: text({ enum: dutyCodes }).array().notNull(),
    invitedName: text().notNull(),
    invitedAt: createdAt(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    endedAt: moment(),
    /** `refused`: the invitation; `withdrawn`: by the company, before or after it was accepted; `left`: by themselves. */
    endedBy: text({ enum: ['refused', 'withdrawn', 'left'] }),
    version: integer().notNull().default(1),
  },
  table => [
    uniqueIndex('clerk_phone').on(table.companyId, table.phoneHash).where(sql`ended_at is null`),
    uniqueIndex('clerk_account').on(table.companyId, table.accountId).where(sql`ended_at is null`),
    index('clerk_of').on(table.accountId).where(sql`ended_at is null`),
    index('clerk_invited').on(table.phoneHash).where(sql`accepted_at is null and ended_at is null`),
  ],
)
