import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { kindCodes, mailCodes } from '../messageKinds.ts'
import { mailingStates } from '../outboxWords.ts'
import type { AudienceFilter } from './audience.ts'

export const message = pgTable(
  'message',
  {
    id: id(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    kind: text({ enum: kindCodes }).notNull(),
    title: text().notNull(),
    content: text().notNull(),
    /** The page that it is about. */
    route: text(),
    /** The record that it is about, by the name of its table. */
    objectType: text(),
    objectId: integer(),
    /** Deprecated: the single attachment of old messages, also contained in `fileIds`. */
    fileId: integer().references(() => file.id),
    /** Attachments, readable by the recipient. */
    fileIds: integer().array().notNull().default([]),
    /** The mailing that it is part of. */
    mailingId: integer(),
    readAt: moment(),
    /** Waits for the next digest. */
    inDigest: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.accountId, table.id.desc().nullsFirst()),
    index('message_unread').on(table.accountId).where(sql`read_at is null`),
    index('message_of_mailing').on(table.mailingId).where(sql`mailing_id is not null`),
    index('message_in_digest').on(table.accountId).where(sql`in_digest`),
  ],
)

/** Time when a clerk read a message to the company; reading by the company's own login is stored in the message. */
export const messageReading = pgTable(
  'message_reading',
  {
    messageId: idOf(() => message.id, { onDelete: 'cascade' }),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    readAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.accountId, table.messageId] }), index().on(table.messageId)],
)

/** Channel choice per kind of message; no row: `defaultChoice`. */
export const messageChoice = pgTable(
  'message_choice',
  {
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    kind: text({ enum: kindCodes }).notNull(),
    sms: boolean().notNull(),
    mail: text({ enum: mailCodes }).notNull(),
    wechat: boolean().notNull().default(true),
  },
  table => [primaryKey({ columns: [table.accountId, table.kind] })],
)

/**
 * A link by which one colleague decides one case from a message, and the session that it opens once the second factor
 * is shown. Both secrets are kept as hashes.
 */
export const caseLink = pgTable(
  'case_link',
  {
    id: id(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    /** The record, by the name of its table. */
    objectType: text().notNull(),
    objectId: integer().notNull(),
    /** Stage of the record when the message was sent: at another one the link is over. */
    stage: text().notNull(),
    wrongCodes: integer().notNull().default(0),
    sessionHash: text().unique(),
    sessionUntil: moment(),
    usedAt: moment(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  table => [index().on(table.accountId), index().on(table.expiresAt)],
)

/** Message templates edited by the association; null: the wording of the program. */
export const messageTemplate = pgTable('message_template', {
  id: id(),
  code: text().notNull().unique(),
  title: text(),
  content: text(),
  sms: text(),
  version: integer().notNull().default(1),
  updatedName: text().notNull(),
  updatedAt: updatedAt(),
})

/** A finished mail. `UNSUBSCRIBE_PLACE` stands where the recipient's own address to unsubscribe goes. */
export type MailingLetter = { html: string; text: string }

/** 群发: one message to many, told a batch at a time. */
export const mailing = pgTable('mailing', {
  id: id(),
  kind: text({ enum: kindCodes }).notNull(),
  /** May contain placeholders that are filled in per recipient. */
  title: text().notNull(),
  content: text().notNull(),
  /** Null: no text is sent. */
  sms: text(),
  /** Code of the message template whose wording `sms` is; null: free words. */
  smsTemplate: text(),
  mail: boolean().notNull().default(false),
  /** Texts are sent regardless of the recipient's choice. */
  mandatory: boolean().notNull().default(false),
  route: text(),
  objectType: text(),
  /** Description of the recipients. */
  audience: text().notNull(),
  /** Filter of the recipients, kept where the texts have placeholders that are filled in at sending. */
  filter: jsonb().$type<AudienceFilter>(),
  /** Deprecated: the single attachment of old mailings, also contained in `fileIds`. */
  fileId: integer().references(() => file.id),
  fileIds: integer().array().notNull().default([]),
  /** Planned time of sending; null: at once. */
  scheduledFor: moment(),
  /** The mail as it is, for addresses that asked for it; null: the usual letter around `content`. */
  letter: jsonb().$type<MailingLetter>(),
  state: text({ enum: mailingStates }).notNull().default('sending'),
  createdName: text().notNull(),
  createdAt: createdAt(),
  endedAt: moment(),
})

/** Companies that nobody signs in for, told by their contact. */
export const mailingContact = pgTable(
  'mailing_contact',
  {
    mailingId: idOf(() => mailing.id),
    organisationId: integer().notNull(),
    /** The record that it is about; 0: none. */
    objectId: integer().notNull().default(0),
    values: jsonb().$type<Record<string, string>>().notNull().default({}),
    toldAt: moment(),
  },
  table => [
    primaryKey({ columns: [table.mailingId, table.organisationId, table.objectId] }),
    index('mailing_contact_waiting').on(table.mailingId).where(sql`told_at is null`),
  ],
)

export const mailingRecipient = pgTable(
  'mailing_recipient',
  {
    mailingId: idOf(() => mailing.id),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    /** The record that it is about; 0: none. */
    objectId: integer().notNull().default(0),
    values: jsonb().$type<Record<string, string>>().notNull().default({}),
    toldAt: moment(),
  },
  table => [
    primaryKey({ columns: [table.mailingId, table.accountId, table.objectId] }),
    index('mailing_recipient_waiting').on(table.mailingId).where(sql`told_at is null`),
  ],
)

/** Addresses that asked for a mailing and have no account, each with its own address to unsubscribe. */
export const mailingAddress = pgTable(
  'mailing_address',
  {
    id: id(),
    mailingId: idOf(() => mailing.id),
    /** Id of the address at the module that writes the mailing. */
    subscriberId: integer().notNull(),
    toSealed: text().notNull(),
    /** Page on which people unsubscribe, and address to which mail programs post it (RFC 8058). */
    pageSealed: text().notNull(),
    postSealed: text().notNull(),
    toldAt: moment(),
    /** The mail in the outbox, which knows what became of it. */
    outboxId: integer(),
  },
  table => [
    unique().on(table.mailingId, table.subscriberId),
    index().on(table.subscriberId),
    index('mailing_address_waiting').on(table.mailingId).where(sql`told_at is null`),
  ],
)
