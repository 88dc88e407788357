import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '../database/columns.ts'

/** `wechat`: a message of the service account; `robot`: an alarm to the group of staff. */
export const channels = ['sms', 'mail', 'wechat', 'robot'] as const
export type Channel = (typeof channels)[number]

/** What a message is about, for who sends it in a form of their own: its kind, and its page. */
export type About = { kind: string; route?: string }

export type Attachment = { name: string; type: string; key: string }

/** What leaves the house: written in the transaction that causes it, sent after it, again until it has gone out. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    channel: text({ enum: channels }).notNull(),
    /** Whom it is for, where that is known. */
    accountId: integer(),
    /** Address and text may be personal, and codes are secret: sealed. */
    toSealed: text().notNull(),
    /** As staff may see it: 139****0001. */
    toMasked: text().notNull(),
    /** Of a mail; of a text, what it is about. */
    subject: text().notNull().default(''),
    textSealed: text().notNull(),
    /** Of a mail: the same, as mail programs show it. */
    htmlSealed: text(),
    /** Of a mail: the files that go with it, by their keys in the store. */
    attachments: jsonb('attachment').$type<Attachment[]>(),
    /** The mailing that it is part of. */
    mailingId: integer(),
    /** The code in it, for providers that know texts only by template. */
    codeSealed: text(),
    about: jsonb().$type<About>(),
    /** A text in its place, where it does not arrive. */
    insteadSealed: text(),
    /** By which the provider tells later what became of it. */
    providerId: text(),
    /** When it is worthless, and not sent any more. */
    expiresAt: moment(),
    /** Nobody waits for it: as a text it is not sent at night, at whichever attempt. */
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
