import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '../database/columns.ts'

/** `wechat`: a message of the service account; `robot`: an alarm to the group of staff. */
export const channels = ['sms', 'mail', 'wechat', 'robot'] as const
export type Channel = (typeof channels)[number]

/** Kind and page of a message, for channels with a message format of their own. */
export type About = { kind: string; route?: string }

export type Attachment = { name: string; type: string; key: string }

/** Outgoing messages: written in the transaction that causes them, sent after it, and retried until sent. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    channel: text({ enum: channels }).notNull(),
    /** Whom it is for, where that is known. */
    accountId: integer(),
    /** Address and text may be personal, and codes are secret: sealed. */
    toSealed: text().notNull(),
    /** Recipient as staff may see it: 139****0001. */
    toMasked: text().notNull(),
    /** Subject of a mail; of a text message, its topic. */
    subject: text().notNull().default(''),
    textSealed: text().notNull(),
    /** Mail only: HTML version. */
    htmlSealed: text(),
    /** Mail only: attached files, by their keys in the store. */
    attachments: jsonb('attachment').$type<Attachment[]>(),
    /** The mailing that it is part of. */
    mailingId: integer(),
    /** The code in it, for providers that know texts only by template. */
    codeSealed: text(),
    about: jsonb().$type<About>(),
    /** A text in its place, where it does not arrive. */
    insteadSealed: text(),
    /** Id by which the provider later reports delivery. */
    providerId: text(),
    /** Time after which the message is worthless and not sent any more. */
    expiresAt: moment(),
    /** Marks a message as not urgent: as a text message it is not sent at night, at any attempt. */
    byDay: boolean().notNull().default(false),
    /** `stopped`: taken back by staff before it went out. */
    state: text({ enum: ['queued', 'sent', 'failed', 'stopped'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    dueAt: createdAt(),
    sentAt: moment(),
    error: text(),
    createdAt: createdAt(),
  },
  table => [
    index('outbox_failed').on(table.id.desc().nullsFirst()).where(sql`state = 'failed'`),
    index('outbox_due').on(table.dueAt).where(sql`state = 'queued'`),
    index().on(table.accountId),
    index().on(table.createdAt),
    index('outbox_provider_id').on(table.providerId).where(sql`provider_id is not null`),
    index('outbox_of_mailing').on(table.mailingId, table.channel, table.state).where(sql`mailing_id is not null`),
  ],
)
