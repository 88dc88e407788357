import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { typedKeys } from '#lib/keys.ts'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { ways } from '../../invitationWords.ts'

/** Invitation of a registered organisation without an account to open one. */
export const invitation = pgTable(
  'invitation',
  {
    id: id(),
    organisationId: idOf(() => organisation.id),
    way: text({ enum: typedKeys(ways) }).notNull(),
    /** The phone or address to which it went; null of a letter. */
    toSealed: text(),
    toMasked: text().notNull().default(''),
    /** Form of address in letters and reminders. */
    addressee: text().notNull().default(''),
    tokenHash: text().notNull().unique(),
    /** Kept for letters and reminders; null once the invitation has ended. */
    tokenSealed: text(),
    createdName: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    remindedAt: moment(),
    reminders: integer().notNull().default(0),
    printedAt: moment(),
    openedAt: moment(),
    acceptedAt: moment(),
    accountId: integer().references(() => account.id, { onDelete: 'set null' }),
    withdrawnAt: moment(),
  },
  table => [
    // Allows one pending invitation per organisation, also under concurrent requests.
    uniqueIndex('invitation_waiting').on(table.organisationId).where(sql`accepted_at is null and withdrawn_at is null`),
    index().on(table.createdAt.desc(), table.id.desc()),
  ],
)
