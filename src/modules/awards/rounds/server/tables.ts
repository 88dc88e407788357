import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { roundKinds, roundStates, verdicts } from '#modules/awards/rules.ts'
import { points } from '#modules/awards/server/columns.ts'
import { awardCall, awardEntry } from '#modules/awards/server/tables.ts'
import { expert } from '#modules/experts/server/tables.ts'

/** 评审轮次: experts score some entries of a call, of one group or of all. */
export const awardRound = pgTable(
  'award_round',
  {
    id: id(),
    callId: idOf(() => awardCall.id),
    name: text().notNull(),
    kind: text({ enum: roundKinds }).notNull(),
    /** Null: of all groups. */
    groupCode: text(),
    /** Last day of scoring. */
    dueOn: date().notNull(),
    /** Place and time of the defence. */
    place: text().notNull().default(''),
    startsAt: moment(),
    /** Time of the last invitation to the applicants. */
    invitedAt: moment(),
    /** Seed of the lot: with it anybody can reproduce the order. */
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

export const awardRoundEntry = pgTable(
  'award_round_entry',
  {
    roundId: idOf(() => awardRound.id, { onDelete: 'cascade' }),
    entryId: idOf(() => awardEntry.id),
    /** Position in the order of appearance, from 1. */
    place: integer().notNull(),
    /** Set when the round closes. */
    score: points(),
    rank: integer(),
    scores: integer(),
    /** Staff's proposal: another round, a level for the committee, or no award. */
    verdict: text({ enum: verdicts }),
    /** For `propose`: code of the level. */
    levelCode: text(),
    /** For `reject`: the reason shown to the applicant. */
    reason: text().notNull().default(''),
  },
  table => [primaryKey({ columns: [table.roundId, table.entryId] }), index().on(table.entryId)],
)

/** 评审专家组: who scores in a round. */
export const awardPanel = pgTable(
  'award_panel',
  {
    roundId: idOf(() => awardRound.id, { onDelete: 'cascade' }),
    expertId: idOf(() => expert.id),
    role: text({ enum: ['leader', 'member'] }).notNull(),
    /** Present and former employers at the time the expert was chosen; printed in the record. */
    employers: jsonb().$type<string[]>().notNull().default([]),
    /** Time at which the expert signed the recusal declaration on screen. */
    declaredAt: moment(),
    /** Told by the program that scores are still missing: once. */
    remindedAt: moment(),
    /** Told last, by the program or by a colleague. */
    lastRemindedAt: moment(),
    /** Taken out of an open round: nothing of theirs counts, and the record says why. */
    leftAt: moment(),
    leftReason: text().notNull().default(''),
  },
  table => [primaryKey({ columns: [table.roundId, table.expertId] }), index().on(table.expertId)],
)

/** 回避: why an expert has no part in an entry; kept, and printed in the record. */
export const awardRecusal = pgTable(
  'award_recusal',
  {
    roundId: idOf(() => awardRound.id, { onDelete: 'cascade' }),
    entryId: idOf(() => awardEntry.id),
    expertId: idOf(() => expert.id),
    reasons: text().array().notNull(),
    /** Found in the register of experts, or said by the expert. */
    source: text({ enum: ['register', 'declared'] }).notNull(),
    at: createdAt(),
  },
  table => [primaryKey({ columns: [table.roundId, table.entryId, table.expertId] })],
)

export type SubmittedScore = { points: Record<string, number>; total: number; comment: string; at: string }

/**
 * Assignment of an entry to an expert, and the score; only the expert reads it before the round closes. `points` and
 * `comment` hold the draft, `submitted` holds what was submitted.
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
    /** Time of the submission that counts; null: nothing submitted. */
    submittedAt: moment(),
    /** All submissions in order; the last one counts. */
    submitted: jsonb().$type<SubmittedScore[]>().notNull().default([]),
    version: integer().notNull().default(1),
    updatedAt: updatedAt(),
  },
  table => [
    primaryKey({ columns: [table.roundId, table.entryId, table.expertId] }),
    index().on(table.expertId, table.roundId),
  ],
)
