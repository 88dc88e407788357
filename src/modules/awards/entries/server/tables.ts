import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { awardCall } from '#modules/awards/calls/server/tables.ts'
import { points } from '#modules/awards/server/columns.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'

/** 申报: what somebody hands in for a call, beside what every application has; the application's `subjectId` is its id. */
export const awardEntry = pgTable(
  'award_entry',
  {
    id: id(),
    callId: idOf(() => awardCall.id),
    /** Null only while it is being begun. */
    applicationId: integer()
      .unique()
      .references(() => application.id),
    accountId: idOf(() => account.id),
    organisationId: integer().references(() => organisation.id),
    personId: integer().references(() => person.id),
    /** Name of the project, paper or nominee, from the form. */
    name: text().notNull().default(''),
    subType: text().notNull().default(''),
    groupCode: text().notNull().default(''),
    /** Applied for; what the experts' ranking suggests; what was awarded. Codes of the call's levels. */
    levelWanted: text().notNull().default(''),
    levelProposed: text(),
    levelAwarded: text(),
    /** Result of the last closed round. */
    score: points(),
    rank: integer(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.callId, table.groupCode), index().on(table.accountId), index().on(table.organisationId)],
)
