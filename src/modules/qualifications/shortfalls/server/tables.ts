import { sql } from 'drizzle-orm'
import { date, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import type { Missing } from '#modules/qualifications/server/tables.ts'

/** 持续符合性预警: a certificate whose holder no longer has what its level asks for. */
export const qualificationShortfall = pgTable(
  'qualification_shortfall',
  {
    id: id(),
    certificateId: idOf(() => certificate.id),
    organisationId: idOf(() => organisation.id),
    missing: jsonb().$type<Missing[]>().notNull(),
    /** The first day on which there is not enough: over, or to come when certificates of its people end. */
    lacksOn: date().notNull(),
    /** State that the company was last notified of. */
    told: text({ enum: ['ahead', 'short'] }).notNull(),
    /** When staff last sent a reminder. */
    remindedAt: moment(),
    since: createdAt(),
    checkedAt: updatedAt(),
    /** When the requirement was met again, or the certificate ended. */
    resolvedAt: moment(),
  },
  table => [
    uniqueIndex('shortfall_open').on(table.certificateId).where(sql`resolved_at is null`),
    index().on(table.organisationId),
  ],
)
