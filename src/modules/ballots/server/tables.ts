import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import type { Share } from '#lib/share.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { ballotStates, means, secrecies } from '../ballotWords.ts'
import type { Groups, PaperCount } from '../counting/count.ts'
import type { Answers, Question } from '../protocol/question.ts'
import type { PublishedBallot } from '../published.ts'

/** Times in ISO 8601. */
export type BallotExtension = { from: string; to: string; reason: string; at: string }

/** 投票: a ballot with its questions, rules and keys. */
export const ballot = pgTable(
  'ballot',
  {
    id: id(),
    /** Public name of the ballot, in addresses and in everything that is signed. */
    key: uuid().notNull().unique().defaultRandom(),
    title: text().notNull(),
    explanation: text().notNull().default(''),
    secrecy: text({ enum: secrecies }).notNull(),
    /** Ways to take part that are offered. */
    means: text({ enum: means }).array().notNull(),
    /** Voters with a phone answer a code before they vote. */
    asksCode: boolean().notNull().default(true),
    /** The result is everybody's; else that of voters and staff. */
    isPublic: boolean().notNull().default(false),
    questions: jsonb().$type<Question[]>().notNull().default([]),
    /** Share of all units that must take part; null: none. */
    quorum: jsonb().$type<Share>(),
    state: text({ enum: ballotStates }).notNull().default('draft'),
    opensAt: moment().notNull(),
    closesAt: moment().notNull(),
    /** Kind of record that holds this ballot, and which one it is; empty: staff hold it by itself. */
    useKind: text().notNull().default(''),
    useRef: text().notNull().default(''),
    /** Secret ballots: names of the tellers, how many open it, their public key, and hashes of their shares. */
    tellers: text().array().notNull().default([]),
    threshold: smallint(),
    tellersKey: text(),
    commitments: text().array().notNull().default([]),
    /** Secret ballots: public keys of the registrar, and its private keys, encrypted, until the ballot is closed. */
    envelopeKey: text(),
    voteKey: text(),
    registrarSealed: text(),
    groups: jsonb().$type<Groups>().notNull().default({}),
    paper: jsonb().$type<PaperCount>(),
    /** Receipts of envelopes in which the tellers found no vote. */
    spoiled: text().array().notNull().default([]),
    result: jsonb().$type<PublishedBallot['result']>(),
    voidReason: text().notNull().default(''),
    /** Later closing times that were announced while the ballot was open, first to last. */
    extensions: jsonb().$type<BallotExtension[]>().notNull().default([]),
    version: integer().notNull().default(1),
    createdBy: integer().references(() => account.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    index().on(table.closesAt.desc(), table.id.desc()),
    index().on(table.useKind, table.useRef),
    check('ballot_period', sql`opens_at < closes_at`),
  ],
)

/** 投票人: the roll of a ballot, fixed when it opens. Nothing here leads to a vote of a secret ballot. */
export const ballotVoter = pgTable(
  'ballot_voter',
  {
    id: id(),
    ballotId: idOf(() => ballot.id, { onDelete: 'cascade' }),
    /** Name of the voter for whoever made the roll, such as `account 12`; two are not the same. */
    key: text().notNull(),
    name: text().notNull(),
    weight: integer().notNull().default(1),
    accountId: integer().references(() => account.id),
    phoneSealed: text(),
    phoneHash: text(),
    /** Hash of the one-time token sent last. */
    tokenHash: text().unique(),
    /** Token of a printed letter, encrypted, so that the letter can be printed again until the ballot is closed. */
    letterSealed: text(),
    tookPart: text({ enum: means }),
    /** Secret ballots: hash of the blinded keys that were signed for this voter. The same ones are signed again. */
    requestHash: text(),
    /** Reason for which the voter was struck off the roll; empty: they may vote. */
    struckReason: text().notNull().default(''),
  },
  table => [
    unique().on(table.ballotId, table.key),
    index().on(table.accountId),
    index('ballot_voter_absent').on(table.ballotId).where(sql`took_part is null`),
  ],
)

/**
 * Sealed votes of secret ballots. No serial number, no time, no voter: the key is random, made by the phone, and known to
 * the registrar only blinded.
 */
export const ballotEnvelope = pgTable(
  'ballot_envelope',
  {
    key: text().primaryKey(),
    ballotId: idOf(() => ballot.id, { onDelete: 'cascade' }),
    certificate: text().notNull(),
    signature: text().notNull(),
    sealed: text().notNull(),
    receipt: text().notNull(),
  },
  table => [unique().on(table.ballotId, table.receipt)],
)

/** Votes of secret ballots as the tellers have opened them. Only tellers can say from which envelope one came. */
export const ballotVote = pgTable(
  'ballot_vote',
  {
    key: text().primaryKey(),
    ballotId: idOf(() => ballot.id, { onDelete: 'cascade' }),
    certificate: text().notNull(),
    signature: text().notNull(),
    answers: jsonb().$type<Answers>().notNull(),
  },
  table => [index().on(table.ballotId)],
)

/** Votes by name. */
export const ballotNamedVote = pgTable('ballot_named_vote', {
  voterId: integer()
    .primaryKey()
    .references(() => ballotVoter.id, { onDelete: 'cascade' }),
  answers: jsonb().$type<Answers>().notNull(),
  nonce: text().notNull(),
  receipt: text().notNull(),
})

/** 纸质选票的计数: what one teller counted; the counts of two tellers have to be equal. */
export const ballotPaperCount = pgTable(
  'ballot_paper_count',
  {
    id: id(),
    ballotId: idOf(() => ballot.id, { onDelete: 'cascade' }),
    tellerId: idOf(() => account.id),
    count: jsonb().$type<PaperCount>().notNull(),
    at: createdAt(),
  },
  table => [unique().on(table.ballotId, table.tellerId)],
)

/** 纸质选票的计票员: members who were asked by name to count the slips of a ballot, besides staff. */
export const ballotPaperTeller = pgTable(
  'ballot_paper_teller',
  {
    id: id(),
    ballotId: idOf(() => ballot.id, { onDelete: 'cascade' }),
    accountId: idOf(() => account.id),
  },
  table => [unique().on(table.ballotId, table.accountId), index().on(table.accountId)],
)
