import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, heading, id, idOf, moment, updatedAt, words } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { type AwardRules, callStates, entryForms } from '../rules.ts'
import { points } from './columns.ts'

/** 奖项: an award, as it is held year after year. */
export const awardKind = pgTable('award_kind', {
  id: id(),
  code: text().notNull().unique(),
  name: text().notNull(),
  form: text({ enum: entryForms }).notNull(),
  intro: text().notNull().default(''),
  /** Defaults copied into a new call. */
  rules: jsonb().$type<AwardRules>().notNull(),
  /** Code in certificate numbers: `KJ` in XH-KJ-2026-0001. */
  numberCode: text().notNull(),
  isOpen: boolean().notNull().default(true),
  sort: integer().notNull().default(0),
  version: integer().notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** 年度申报: an award called for in one year, by rules that later changes of the kind leave alone. */
export const awardCall = pgTable(
  'award_call',
  {
    id: id(),
    kindId: idOf(() => awardKind.id),
    year: integer().notNull(),
    title: text().notNull(),
    /** First and last day, both inclusive, in the time zone of the association. */
    opensOn: date().notNull(),
    closesOn: date().notNull(),
    /** The article that announces it. */
    noticeArticleId: integer(),
    templateFileId: integer().references(() => file.id),
    rules: jsonb().$type<AwardRules>().notNull(),
    /** Minimum number of experts who must have scored an entry before its round can close. */
    leastScores: integer().notNull().default(3),
    /** Experts do not see whose entry it is. */
    hidesApplicants: boolean().notNull().default(false),
    state: text({ enum: callStates }).notNull().default('draft'),
    version: integer().notNull().default(1),
    /** Name of the colleague who acted last. */
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [uniqueIndex().on(table.kindId, table.year), index().on(table.state, table.closesOn)],
)

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

/** 获奖名单: public. Of an award of ours it has an entry; older ones were typed in or imported. */
export const awardWinner = pgTable(
  'award_winner',
  {
    id: id(),
    kindId: idOf(() => awardKind.id),
    year: integer().notNull(),
    entryId: integer()
      .unique()
      .references(() => awardEntry.id),
    name: text().notNull(),
    subTypeName: text().notNull().default(''),
    groupName: text().notNull().default(''),
    levelCode: text().notNull().default(''),
    levelName: text().notNull(),
    /** In the order of the certificate. */
    organisations: text().array().notNull().default([]),
    persons: text().array().notNull().default([]),
    awardedOn: date().notNull(),
    /** Null: not shown to the public. */
    publishedAt: moment(),
    /** Why it was taken back, where it was. */
    withdrawnOn: date(),
    withdrawnReason: text().notNull().default(''),
    sort: integer().notNull().default(0),
    version: integer().notNull().default(1),
    /** Name of the colleague who acted last. */
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    words: words().notNull().default(sql`''::tsvector`),
    heading: heading(),
  },
  table => [
    index().on(table.year.desc().nullsFirst(), table.kindId, table.sort, table.id),
    index().using('gin', table.words),
    index().using('gin', table.heading),
  ],
)

export const awardCertificate = pgTable(
  'award_certificate',
  {
    winnerId: idOf(() => awardWinner.id),
    certificateId: integer().notNull().unique(),
    /** The organisation's, or the person's, by their place in the list from 1. */
    holder: text({ enum: ['organisation', 'person'] }).notNull(),
    place: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.winnerId, table.holder, table.place] })],
)

export type AwardKind = typeof awardKind.$inferSelect
export type Call = typeof awardCall.$inferSelect
export type Entry = typeof awardEntry.$inferSelect
