import { boolean, date, index, integer, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { ballot } from '#modules/ballots/server/tables.ts'
import { article } from '#modules/content/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { sexes } from '#modules/posts/bodyWords.ts'
import { appointment, body, post, term } from '#modules/posts/server/tables.ts'
import { stepCodes } from '../calendar.ts'
import {
  consents,
  type Duty,
  electionStates,
  groupings,
  objectionKinds,
  objectionStates,
  outcomes,
  reviews,
  roundKinds,
} from '../electionWords.ts'
import type { ElectionRules } from '../rules.ts'

/** 选举办法: the rules by which a body is elected. A body without a row is elected by the default. */
export const electionRule = pgTable('election_rule', {
  id: id(),
  bodyId: idOf(() => body.id).unique(),
  rules: jsonb().$type<ElectionRules>().notNull(),
})

export type CommitteeMember = { name: string; organisationName: string; duty: Duty }

/** 换届选举: the election of a body for its next term. */
export const election = pgTable(
  'election',
  {
    id: id(),
    /** Body whose posts are filled, and the one that votes. */
    bodyId: idOf(() => body.id),
    votingBodyId: idOf(() => body.id),
    title: text().notNull(),
    state: text({ enum: electionStates }).notNull().default('preparing'),
    /** Last day of the present term, and the new one. */
    termEnds: date().notNull(),
    termNumber: text().notNull(),
    termFrom: date().notNull(),
    termTo: date(),
    /** Day and place of the meeting at which the vote is held. */
    votesOn: date(),
    place: text().notNull().default(''),
    /** As they were when the election began; a later change of the body's rules is for the next one. */
    rules: jsonb().$type<ElectionRules>().notNull(),
    committee: jsonb().$type<CommitteeMember[]>().notNull().default([]),
    /** Days on which the authority was told, and the result was filed. */
    reportedOn: date(),
    filedOn: date(),
    grouping: text({ enum: groupings }).notNull().default('none'),
    /** Day of which the roll shows membership, posts and fees; the last day of objections. */
    rollDay: date(),
    rollUntil: date(),
    nominationUntil: date(),
    candidatesUntil: date(),
    confirmedAt: moment(),
    confirmedBy: integer().references(() => account.id),
    /** Reason for appointing against a rule, where the charter allows it. */
    exceptionReason: text().notNull().default(''),
    termId: integer().references(() => term.id),
    articleId: integer().references(() => article.id, { onDelete: 'set null' }),
    cancelReason: text().notNull().default(''),
    /** Step of the calendar that is due next, and its latest day; null: nothing is open. Kept by `writeElection`. */
    nextStep: text({ enum: stepCodes }),
    nextDay: date(),
    /** Warning about the next step that staff had last, so that each is given once. */
    remindedOf: text().notNull().default(''),
    version: integer().notNull().default(1),
    createdBy: integer().references(() => account.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.bodyId), index().on(table.termEnds)],
)

/** 名额: places of a post that one group of voters fills; an empty group: all voters. */
export const electionContest = pgTable(
  'election_contest',
  {
    id: id(),
    electionId: idOf(() => election.id, { onDelete: 'cascade' }),
    postId: idOf(() => post.id),
    seats: smallint().notNull(),
    groupCode: text().notNull().default(''),
    groupName: text().notNull().default(''),
    /** Places that are left empty, and why. */
    vacant: smallint().notNull().default(0),
    vacantReason: text().notNull().default(''),
    sort: integer().notNull().default(0),
  },
  table => [unique().on(table.electionId, table.postId, table.groupCode)],
)

/** 选举人名册: who has a vote, and who has none for a reason, frozen on a day. */
export const electionVoter = pgTable(
  'election_voter',
  {
    id: id(),
    electionId: idOf(() => election.id, { onDelete: 'cascade' }),
    /** Key of the seat: two are not the same. */
    key: text().notNull(),
    name: text().notNull(),
    organisationId: integer().references(() => organisation.id),
    personName: text().notNull(),
    postName: text().notNull(),
    accountId: integer().references(() => account.id, { onDelete: 'set null' }),
    weight: integer().notNull(),
    groupCode: text().notNull().default(''),
    groupName: text().notNull().default(''),
    isEntitled: boolean().notNull(),
    /** Reason for being on the roll without a vote, or for the change after an objection. */
    reason: text().notNull().default(''),
    sort: integer().notNull(),
  },
  table => [unique().on(table.electionId, table.key), index().on(table.organisationId), index().on(table.accountId)],
)

/** 名册异议: an objection against the roll, and its decision. */
export const electionObjection = pgTable(
  'election_objection',
  {
    id: id(),
    electionId: idOf(() => election.id, { onDelete: 'cascade' }),
    kind: text({ enum: objectionKinds }).notNull(),
    /** Whom it is about; null: somebody who is not on the roll. */
    voterId: integer().references(() => electionVoter.id, { onDelete: 'cascade' }),
    about: text().notNull(),
    content: text().notNull(),
    byName: text().notNull(),
    byAccountId: integer().references(() => account.id, { onDelete: 'set null' }),
    state: text({ enum: objectionStates }).notNull().default('open'),
    decision: text().notNull().default(''),
    decidedBy: integer().references(() => account.id),
    decidedAt: moment(),
    createdAt: createdAt(),
  },
  table => [index().on(table.electionId)],
)

/** 候选人: somebody who was proposed, whether they agree, and what became of it. */
export const electionCandidate = pgTable(
  'election_candidate',
  {
    id: id(),
    contestId: idOf(() => electionContest.id, { onDelete: 'cascade' }),
    personName: text().notNull(),
    sex: text({ enum: sexes }),
    /** YYYY-MM, as far as a rule needs it. */
    bornMonth: text(),
    organisationId: integer().references(() => organisation.id),
    organisationName: text().notNull().default(''),
    position: text().notNull().default(''),
    accountId: integer().references(() => account.id, { onDelete: 'set null' }),
    introduction: text().notNull().default(''),
    /** Voter or body that proposed. */
    nominatorId: integer().references(() => electionVoter.id),
    nominatorName: text().notNull(),
    consent: text({ enum: consents }).notNull().default('asked'),
    /** Who answered, and how where it was on paper. */
    consentBy: text().notNull().default(''),
    consentAt: moment(),
    review: text({ enum: reviews }).notNull().default('pending'),
    reviewReason: text().notNull().default(''),
    /** Post in the body up to now. */
    isReelected: boolean().notNull().default(false),
    outcome: text({ enum: outcomes }),
    /** Votes in the ballot that decided. */
    units: integer(),
    /** How a tie was settled. */
    settlement: text().notNull().default(''),
    appointmentId: integer().references(() => appointment.id),
    createdAt: createdAt(),
  },
  table => [
    unique().on(table.contestId, table.personName, table.organisationId, table.organisationName).nullsNotDistinct(),
    index().on(table.organisationId),
    index().on(table.accountId),
  ],
)

/** 一次投票: a ballot of one group of voters. */
export const electionRound = pgTable(
  'election_round',
  {
    id: id(),
    electionId: idOf(() => election.id, { onDelete: 'cascade' }),
    number: smallint().notNull(),
    kind: text({ enum: roundKinds }).notNull(),
    groupCode: text().notNull().default(''),
    ballotId: idOf(() => ballot.id, { onDelete: 'cascade' }).unique(),
  },
  table => [index().on(table.electionId)],
)
