import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt, words } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { type AwardRules, callStates, entryForms, roundKinds, roundStates, verdicts } from '../calls/rules.ts'

const points = () => numeric({ precision: 7, scale: 3, mode: 'number' })

export type SubmittedScore = { points: Record<string, number>; total: number; comment: string; at: string }

/** 奖项: an award, as it is held year after year. */
export const awardKind = pgTable('award_kind', {
  id: id(),
  code: text().notNull().unique(),
  name: text().notNull(),
  form: text({ enum: entryForms }).notNull(),
  intro: text().notNull().default(''),
  /** What a new call begins with. */
  rules: jsonb().$type<AwardRules>().notNull(),
  /** Of its certificates: `KJ` in CBWA-KJ-2026-0001. */
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
    kindId: integer()
      .notNull()
      .references(() => awardKind.id),
    year: integer().notNull(),
    title: text().notNull(),
    /** Both days included, in the association's calendar. */
    opensOn: date().notNull(),
    closesOn: date().notNull(),
    /** The article that announces it. */
    noticeArticleId: integer(),
    templateFileId: integer().references(() => file.id),
    rules: jsonb().$type<AwardRules>().notNull(),
    /** At least so many experts must have scored an entry before a round of it ends. */
    leastScores: integer().notNull().default(3),
    /** Experts do not see whose entry it is. */
    hidesApplicants: boolean().notNull().default(false),
    state: text({ enum: callStates }).notNull().default('draft'),
    version: integer().notNull().default(1),
    /** Who of the staff acted last. */
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
    callId: integer()
      .notNull()
      .references(() => awardCall.id),
    /** Null only while it is being begun. */
    applicationId: integer()
      .unique()
      .references(() => application.id),
    accountId: integer()
      .notNull()
      .references(() => account.id),
    organisationId: integer().references(() => organisation.id),
    personId: integer().references(() => person.id),
    /** Of the project, the paper, or who is put forward; as the form says it. */
    name: text().notNull().default(''),
    subType: text().notNull().default(''),
    groupCode: text().notNull().default(''),
    /** Applied for; what the experts' ranking suggests; what was awarded. Codes of the call's levels. */
    levelWanted: text().notNull().default(''),
    levelProposed: text(),
    levelAwarded: text(),
    /** Of its last closed round. */
    score: points(),
    rank: integer(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.callId, table.groupCode), index().on(table.accountId), index().on(table.organisationId)],
)

/** 评审轮次: experts score some entries of a call, of one group or of all. */
export const awardRound = pgTable(
  'award_round',
  {
    id: id(),
    callId: integer()
      .notNull()
      .references(() => awardCall.id),
    name: text().notNull(),
    kind: text({ enum: roundKinds }).notNull(),
    /** Null: of all groups. */
    groupCode: text(),
    /** Until when experts score. */
    dueOn: date().notNull(),
    /** Where and when the defence is held. */
    place: text().notNull().default(''),
    startsAt: moment(),
    /** When the applicants were last told to come. */
    invitedAt: moment(),
    /** By which the order was drawn by lot: with it anybody can draw the same order again. */
    drawSeed: text().notNull().default(''),
    state: text({ enum: roundStates }).notNull().default('planned'),
    closedAt: moment(),
    version: integer().notNull().default(1),
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.callId), index().on(table.state, table.dueOn)],
)

/** What a round looks at, in which order, and how it came out. */
export const awardRoundEntry = pgTable(
  'award_round_entry',
  {
    roundId: integer()
      .notNull()
      .references(() => awardRound.id, { onDelete: 'cascade' }),
    entryId: integer()
      .notNull()
      .references(() => awardEntry.id),
    /** From 1, as it is called up. */
    place: integer().notNull(),
    /** Set when the round closes. */
    score: points(),
    rank: integer(),
    scores: integer(),
    /** What staff propose after it: into another round, to the committee at a level, or no award. */
    verdict: text({ enum: verdicts }),
    /** Of `propose`: the level, by its code. */
    levelCode: text(),
    /** Of `reject`: why, as the applicant reads it. */
    reason: text().notNull().default(''),
  },
  table => [primaryKey({ columns: [table.roundId, table.entryId] }), index().on(table.entryId)],
)

/** 评审专家组: who scores in a round. */
export const awardPanel = pgTable(
  'award_panel',
  {
    roundId: integer()
      .notNull()
      .references(() => awardRound.id, { onDelete: 'cascade' }),
    expertId: integer()
      .notNull()
      .references(() => expert.id),
    role: text({ enum: ['leader', 'member'] }).notNull(),
    /** Where the expert works and worked, as it was known when chosen: printed in the record. */
    employers: jsonb().$type<string[]>().notNull().default([]),
    /** When the expert signed, on screen, to keep to the rules of stepping aside. */
    declaredAt: moment(),
    /** Told that scores are still missing. */
    remindedAt: moment(),
    /** Taken out of an open round: nothing of theirs counts, and the record says why. */
    leftAt: moment(),
    leftReason: text().notNull().default(''),
  },
  table => [primaryKey({ columns: [table.roundId, table.expertId] }), index().on(table.expertId)],
)

/**
 * Who scores what, and the score: nobody but its expert reads it before the round is closed. `points` and `comment` are as
 * they are being typed; what was handed in is in `submitted`.
 */
export const awardScore = pgTable(
  'award_score',
  {
    roundId: integer().notNull(),
    entryId: integer().notNull(),
    expertId: integer().notNull(),
    /** Points by the code of the criterion. */
    points: jsonb().$type<Record<string, number>>().notNull().default({}),
    total: points(),
    comment: text().notNull().default(''),
    /** Of what counts. Null: nothing handed in yet. */
    submittedAt: moment(),
    /** What was handed in, one after another: the last one counts. */
    submitted: jsonb().$type<SubmittedScore[]>().notNull().default([]),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  table => [
    primaryKey({ columns: [table.roundId, table.entryId, table.expertId] }),
    index().on(table.expertId, table.roundId),
  ],
)

/** 回避: why an expert has no part in an entry; kept, and printed in the record. */
export const awardRecusal = pgTable(
  'award_recusal',
  {
    roundId: integer()
      .notNull()
      .references(() => awardRound.id, { onDelete: 'cascade' }),
    entryId: integer()
      .notNull()
      .references(() => awardEntry.id),
    expertId: integer()
      .notNull()
      .references(() => expert.id),
    reasons: text().array().notNull(),
    /** Found in the register of experts, or said by the expert. */
    source: text({ enum: ['register', 'declared'] }).notNull(),
    at: createdAt(),
  },
  table => [primaryKey({ columns: [table.roundId, table.entryId, table.expertId] })],
)

/** 获奖名单: public. Of an award of ours it has an entry; older ones were typed in or imported. */
export const awardWinner = pgTable(
  'award_winner',
  {
    id: id(),
    kindId: integer()
      .notNull()
      .references(() => awardKind.id),
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
    /** Who of the staff acted last. */
    actorName: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    words: words().notNull().default(sql`''::tsvector`),
  },
  table => [
    index().on(table.year.desc().nullsFirst(), table.kindId, table.sort, table.id),
    index().using('gin', table.words),
  ],
)

/** Which certificates were issued for which award. */
export const awardCertificate = pgTable(
  'award_certificate',
  {
    winnerId: integer()
      .notNull()
      .references(() => awardWinner.id),
    certificateId: integer().notNull().unique(),
    /** The organisation's, or the person's, by their place in the list from 1. */
    holder: text({ enum: ['organisation', 'person'] }).notNull(),
    place: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.winnerId, table.holder, table.place] })],
)
