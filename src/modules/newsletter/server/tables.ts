import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { mailing } from '#modules/messages/server/tables.ts'
import { type NewsletterContent, type NewsletterItem, subscriberStates } from '../newsletterWords.ts'

/** 简报: an issue, which becomes public and unchangeable when it is sent. */
export const newsletter = pgTable(
  'newsletter',
  {
    id: id(),
    title: text().notNull(),
    intro: text().notNull().default(''),
    items: jsonb().$type<NewsletterItem[]>().notNull().default([]),
    /** What was sent; null: a draft. */
    content: jsonb().$type<NewsletterContent>(),
    mailingId: integer().references(() => mailing.id),
    sentAt: moment(),
    createdBy: idOf(() => account.id),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [index().on(table.sentAt.desc())],
)

/** 订阅者: an address that asked for newsletters, or a member who chose them and gets them at the account's address. */
export const newsletterSubscriber = pgTable(
  'newsletter_subscriber',
  {
    id: id(),
    emailSealed: text(),
    emailHash: text().unique(),
    accountId: integer()
      .references(() => account.id, { onDelete: 'cascade' })
      .unique(),
    /** Secret of the links in the mails; the hash finds it. */
    keySealed: text().notNull(),
    keyHash: text().notNull().unique(),
    state: text({ enum: subscriberStates }).notNull(),
    /** The words that were agreed to, and when. */
    consent: text().notNull(),
    askedAt: createdAt(),
    confirmedAt: moment(),
    leftAt: moment(),
    /** Confirmation mails of the day `mailedOn`, which are limited. */
    mails: integer().notNull().default(0),
    mailedOn: text().notNull().default(''),
  },
  table => [
    check('newsletter_subscriber_address', sql`(email_sealed is null) <> (account_id is null)`),
    check('newsletter_subscriber_hash', sql`(email_sealed is null) = (email_hash is null)`),
    index().on(table.askedAt.desc()),
    index('newsletter_subscriber_confirmed').on(table.id).where(sql`state = 'confirmed'`),
  ],
)
