import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { FormValues } from '#lib/form/form.ts'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { ballot } from '#modules/ballots/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { body } from '#modules/posts/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import {
  ballots,
  countings,
  type MeetingRule,
  type MotionBase,
  proxyHolders,
  roundings,
  voteBases,
} from '../meetingRule.ts'
import {
  audiences,
  meetingStates,
  modes,
  motionAnswers,
  motionVoteStates,
  outcomes,
  proxyStates,
  replies,
  voteWays,
} from '../meetingWords.ts'
import { type MinutesContent, minutesStates, signingRoles, verdicts } from '../minutesWords.ts'

/** Effect of a motion as it was prepared: its kind, and what the form of the kind says. */
export type PreparedEffect = { kind: string; values: FormValues; preparedName: string }

/** 会议规则: rules of the charter for the meetings of a body. A body without a row has no rule. */
export const meetingRule = pgTable('meeting_rule', {
  bodyId: integer()
    .primaryKey()
    .references(() => body.id, { onDelete: 'cascade' }),
  entitled: integer(),
  /** Fractions as they are typed: 2/3; empty where none is prescribed. */
  quorum: text().notNull().default(''),
  quorumHow: text({ enum: roundings }),
  countsVotes: boolean().notNull().default(false),
  majority: text().notNull().default(''),
  majorityHow: text({ enum: roundings }),
  majorityOf: text({ enum: voteBases }),
  ballot: text({ enum: ballots }),
  publishesVotes: boolean().notNull().default(false),
  /** Days between the notice and the meeting; null: not prescribed. */
  noticeDays: integer(),
  countsBy: text({ enum: countings }),
  proxyHolder: text({ enum: proxyHolders }),
  /** Proxies that one person may carry; null: as many as are given. */
  maxProxies: integer(),
  proxiesAreAbsent: boolean(),
  /** Quorum of a meeting that repeats an adjourned one; empty: the same. */
  repeatQuorum: text().notNull().default(''),
  repeatQuorumHow: text({ enum: roundings }),
})

/** 会议: a meeting of a body. */
export const meeting = pgTable(
  'meeting',
  {
    id: id(),
    title: text().notNull(),
    bodyId: idOf(() => body.id),
    meetsOn: date().notNull(),
    /** 09:30; empty: not said. */
    startsAt: text().notNull().default(''),
    place: text().notNull().default(''),
    /** Address under which it is attended remotely. */
    onlineUrl: text().notNull().default(''),
    /** 通讯表决: nobody assembles; each seat votes by itself until `votesUntil`. */
    isWritten: boolean().notNull().default(false),
    votesUntil: moment(),
    state: text({ enum: meetingStates }).notNull().default('planned'),
    version: integer().notNull().default(1),
    /** Time of the notice to the seats; null: nobody is invited yet. */
    noticeAt: moment(),
    /** Reason for a notice later than the rule has it. */
    noticeReason: text().notNull().default(''),
    replyBy: date(),
    /** Secret of the code that is scanned at the door; null: not shown yet. */
    checkInCode: text(),
    /** Meeting that was adjourned and that this one repeats. */
    followsId: integer()
      .references((): AnyPgColumn => meeting.id)
      .unique(),
    adjournReason: text().notNull().default(''),
    /** Opinion for all passed applications. */
    opinion: text().notNull().default(''),
    /** The signed minutes. */
    fileIds: integer().array().notNull().default([]),
    /** Rule under which it was held; null: not held yet, or before there were rules. */
    rule: jsonb().$type<MeetingRule>(),
    /** Attendance in numbers; null: not recorded. */
    entitled: integer(),
    present: integer(),
    onLeave: integer().notNull().default(0),
    attendees: text().array().notNull().default([]),
    chair: text().notNull().default(''),
    recorder: text().notNull().default(''),
    recordedAt: moment(),
    /** Member of staff who acted last. */
    actorName: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.state, table.meetsOn), index().on(table.bodyId)],
)

/** 议题种类: kinds of items of an agenda besides applications, such as a report or a change of the charter. */
export const agendaKind = pgTable('agenda_kind', {
  id: id(),
  name: text().notNull().unique(),
  isOpen: boolean().notNull().default(true),
  sort: integer().notNull().default(0),
})

/** 议题: an item of the agenda, an application or a free one. */
export const meetingItem = pgTable(
  'meeting_item',
  {
    id: id(),
    meetingId: idOf(() => meeting.id),
    applicationId: integer().references(() => application.id),
    /** Of a free item. */
    kindId: integer().references(() => agendaKind.id),
    title: text().notNull().default(''),
    text: text().notNull().default(''),
    presenter: text().notNull().default(''),
    /** Position on the agenda, from 1. */
    place: integer().notNull(),
    /** Null: not decided yet. */
    outcome: text({ enum: outcomes }),
    reason: text().notNull().default(''),
    /** Null: not counted. */
    yes: integer(),
    no: integer(),
    abstained: integer(),
    /** Number recused for conflict of interest. */
    recused: integer(),
    /** Of how many votes these are; null: not counted, or recorded when all items had the base of the meeting. */
    present: integer(),
    /** What happens by itself once it has passed, and what takes that back. */
    effect: jsonb().$type<PreparedEffect>(),
    effectDone: jsonb(),
  },
  table => [
    uniqueIndex().on(table.meetingId, table.applicationId),
    // An application is open on one agenda only.
    uniqueIndex('meeting_item_open').on(table.applicationId).where(sql`outcome is null`),
    check('meeting_item_subject', sql`(application_id is null) <> (kind_id is null)`),
  ],
)

/** 表决: the vote on a motion, at its time. Its base is frozen as `motionVoter`. */
export const motionVote = pgTable(
  'motion_vote',
  {
    id: id(),
    itemId: idOf(() => meetingItem.id),
    way: text({ enum: voteWays }).notNull(),
    state: text({ enum: motionVoteStates }).notNull().default('open'),
    /** Votes of everybody entitled to the meeting, at the opening. */
    entitled: integer().notNull(),
    base: jsonb().$type<MotionBase>().notNull(),
    /** Of a written procedure; null: it lasts until it is closed. */
    closesAt: moment(),
    /** The secret ballot; null: another way, or its draft was removed. */
    ballotId: integer().references(() => ballot.id, { onDelete: 'set null' }),
    openedAt: moment().notNull(),
    openedName: text().notNull(),
    /** Null until it is closed. `cast`: votes that were cast, invalid ones included. */
    closedAt: moment(),
    closedName: text().notNull().default(''),
    cast: integer(),
    yes: integer(),
    no: integer(),
    abstained: integer(),
    voidReason: text().notNull().default(''),
  },
  table => [
    index().on(table.itemId),
    index().on(table.ballotId).where(sql`ballot_id is not null`),
    // A motion is under one vote at a time, and has one result.
    uniqueIndex('motion_vote_once').on(table.itemId).where(sql`state <> 'void'`),
  ],
)

/** 表决基数: a seat that has a vote on a motion, with how it voted where votes have names. */
export const motionVoter = pgTable(
  'motion_voter',
  {
    voteId: idOf(() => motionVote.id, { onDelete: 'cascade' }),
    seatId: idOf(() => meetingSeat.id),
    /** Votes, by the rule of the meeting. */
    weight: integer().notNull(),
    /** Seat whose holder votes for it; null: its own. */
    carrierId: integer().references(() => meetingSeat.id),
    /** Why the seat stands aside; empty: it votes. */
    recusedReason: text().notNull().default(''),
    answer: text({ enum: motionAnswers }),
    answeredAt: moment(),
    answeredName: text().notNull().default(''),
    /** Typed by staff, not voted on a phone. */
    isTypedIn: boolean().notNull().default(false),
  },
  table => [
    primaryKey({ columns: [table.voteId, table.seatId] }),
    index().on(table.seatId),
    index().on(table.carrierId).where(sql`carrier_id is not null`),
  ],
)

/** 会议材料: a file for a meeting or for one of its items. */
export const meetingPaper = pgTable(
  'meeting_paper',
  {
    id: id(),
    meetingId: idOf(() => meeting.id),
    /** Null: of the meeting. */
    itemId: integer().references(() => meetingItem.id, { onDelete: 'cascade' }),
    fileId: idOf(() => file.id),
    audience: text({ enum: audiences }).notNull(),
    addedName: text().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.meetingId), index().on(table.itemId), index().on(table.fileId)],
)

/** 席位: whoever is entitled to a meeting, as it was on the day of the notice, with the reply and the attendance. */
export const meetingSeat = pgTable(
  'meeting_seat',
  {
    id: id(),
    meetingId: idOf(() => meeting.id),
    /** Names the seat in the body (`Seat`). */
    key: text().notNull(),
    name: text().notNull(),
    organisationId: integer().references(() => organisation.id),
    personName: text().notNull(),
    accountId: integer().references(() => account.id, { onDelete: 'set null' }),
    postName: text().notNull(),
    /** Votes. */
    weight: integer().notNull(),
    place: integer().notNull(),
    /** Null: no reply yet. */
    reply: text({ enum: replies }),
    replyReason: text().notNull().default(''),
    /** Seat whose holder carries the vote; null while `proxyName` does, or nobody. */
    proxySeatId: integer().references((): AnyPgColumn => meetingSeat.id, { onDelete: 'set null' }),
    proxyName: text().notNull().default(''),
    proxyState: text({ enum: proxyStates }),
    /** The letter of proxy or of leave, stamped. */
    replyFileIds: integer().array().notNull().default([]),
    repliedAt: moment(),
    /** Person who replied, or the member of staff who typed the reply in. */
    repliedName: text().notNull().default(''),
    isTypedIn: boolean().notNull().default(false),
    reminders: integer().notNull().default(0),
    remindedAt: moment(),
    mode: text({ enum: modes }),
    arrivedAt: moment(),
    leftAt: moment(),
  },
  table => [
    uniqueIndex().on(table.meetingId, table.key),
    index().on(table.accountId).where(sql`account_id is not null`),
    index().on(table.organisationId).where(sql`organisation_id is not null`),
    index().on(table.proxySeatId).where(sql`proxy_seat_id is not null`),
  ],
)

/** 已读: a seat opened a paper. */
export const paperRead = pgTable(
  'paper_read',
  {
    paperId: idOf(() => meetingPaper.id, { onDelete: 'cascade' }),
    seatId: idOf(() => meetingSeat.id, { onDelete: 'cascade' }),
    readerName: text().notNull(),
    readAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.paperId, table.seatId] })],
)

/** The article that was made of what a meeting announced of one kind; the module that has articles knows it by its id. */
export const meetingArticle = pgTable(
  'meeting_article',
  {
    meetingId: idOf(() => meeting.id),
    kind: text().notNull(),
    articleId: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.meetingId, table.kind] })],
)

/**
 * 会议纪要: one version of the minutes of a meeting. The newest is worked on; a signed one never changes, a later version
 * corrects it.
 */
export const meetingMinutes = pgTable(
  'meeting_minutes',
  {
    id: id(),
    meetingId: idOf(() => meeting.id),
    /** 1 for the first version. */
    number: integer().notNull(),
    state: text({ enum: minutesStates }).notNull().default('draft'),
    content: jsonb().$type<MinutesContent>().notNull(),
    /** Reason for a version after the first. */
    reason: text().notNull().default(''),
    /** Last day on which the seats that attended answer; null: not circulated. */
    answerBy: date(),
    circulatedAt: moment(),
    signedAt: moment(),
    /** Scan with the signatures, where they were not given in the system. */
    scanIds: integer().array().notNull().default([]),
    /** The sealed paper, made once when it was signed. */
    fileId: integer().references(() => file.id),
    version: integer().notNull().default(1),
    actorName: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [uniqueIndex().on(table.meetingId, table.number)],
)

/** A seat that was asked about a version of the minutes, and what it answered. */
export const minutesReply = pgTable(
  'minutes_reply',
  {
    id: id(),
    minutesId: idOf(() => meetingMinutes.id),
    seatId: idOf(() => meetingSeat.id),
    /** Empty: nothing to correct, once it is answered. */
    correction: text().notNull().default(''),
    /** Null: no answer yet. */
    answeredAt: moment(),
    answeredName: text().notNull().default(''),
    /** What the secretary decided on the correction; null: not yet. */
    verdict: text({ enum: verdicts }),
    verdictText: text().notNull().default(''),
    verdictName: text().notNull().default(''),
    remindedAt: moment(),
  },
  table => [uniqueIndex().on(table.minutesId, table.seatId), index().on(table.seatId)],
)

/** A signature under a version of the minutes, asked for or given. */
export const minutesSignature = pgTable(
  'minutes_signature',
  {
    id: id(),
    minutesId: idOf(() => meetingMinutes.id),
    role: text({ enum: signingRoles }).notNull(),
    /** Name as it stands under the minutes. */
    name: text().notNull(),
    accountId: integer().references(() => account.id, { onDelete: 'set null' }),
    /** Null: not signed yet. */
    signedAt: moment(),
    /** How the signatory was recognised: the phone that had the code, masked, or the password. */
    proof: text().notNull().default(''),
    /** SHA-256 of what was signed. */
    digest: text().notNull().default(''),
  },
  table => [uniqueIndex().on(table.minutesId, table.role), index().on(table.accountId)],
)

/** 通知信函: the notice of a meeting as a letter to a seat that no message reaches. */
export const meetingLetter = pgTable('meeting_letter', {
  id: id(),
  seatId: idOf(() => meetingSeat.id, { onDelete: 'cascade' }).unique(),
  /** As it was printed. */
  postcode: text().notNull(),
  address: text().notNull(),
  printedAt: createdAt(),
  printedName: text().notNull(),
  /** Day on which it was sent, from which the days of notice are counted; null: not sent yet. */
  dispatchedOn: date(),
  /** Such as the tracking number of the post. */
  dispatchNote: text().notNull().default(''),
  /** Reason for sending it later than the rule has it. */
  lateReason: text().notNull().default(''),
})
