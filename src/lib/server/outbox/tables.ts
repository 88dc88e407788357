import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, updatedAt } from '../database/columns.ts'

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
    /** Mail only: address to which a mail program posts that the recipient unsubscribes (RFC 8058). */
    unsubscribeSealed: text(),
    /** Mail only: attached files, by their keys in the store. */
    attachments: jsonb('attachment').$type<Attachment[]>(),
    /** The mailing that it is part of. */
    mailingId: integer(),
    /** WeChat message: a link with a secret in it, in place of the page that `about` names. */
    linkSealed: text(),
    /** Text messages: kind of the message, by which the provider's template is found, and values of its variables. */
    template: text(),
    valuesSealed: text(),
    /** Deprecated: the code of old verification messages, now among the values. */
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
    /**
     * `written`: to a file, since no provider is set; nobody has got it. `skipped`: not sent, since the provider has no
     * template for it. `stopped`: taken back by staff before it went out. `trial`: the site is on trial, it goes to nobody.
     */
    state: text({ enum: ['queued', 'sent', 'written', 'skipped', 'failed', 'stopped', 'trial'] })
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

/** Templates that a provider of text messages has approved, one for each kind of message. */
export const smsTemplate = pgTable(
  'sms_template',
  {
    id: id(),
    provider: text().notNull(),
    /** Code of the message template. */
    kind: text().notNull(),
    templateCode: text().notNull(),
    /** Signature (签名) in place of the usual one; empty: the usual one. */
    signature: text().notNull().default(''),
    /** The text that was filed for approval, with {placeholders}: the provider sends these words and no others. */
    filedText: text().notNull(),
    updatedName: text().notNull(),
    updatedAt: updatedAt(),
  },
  table => [uniqueIndex().on(table.provider, table.kind)],
)
