import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { ticketStates } from '../ticketStates.ts'

/** What WeChat lends us for two hours at most: one for all processes, refreshed by one of them. */
export const wechatCredential = pgTable('wechat_credential', {
  name: text({ enum: ['access_token', 'jsapi_ticket'] }).primaryKey(),
  valueSealed: text().notNull(),
  expiresAt: moment().notNull(),
  refreshedAt: createdAt(),
})

/** Which WeChat belongs to which account. */
export const wechatBinding = pgTable(
  'wechat_binding',
  {
    id: id(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    openidSealed: text().notNull(),
    openidHash: text().notNull(),
    /** Follows the service account: only then messages reach it. */
    isFollowing: boolean().notNull().default(true),
    /** When that was so, by WeChat's clock: news come late and in any order. */
    followedAt: moment().notNull(),
    boundAt: createdAt(),
  },
  table => [unique().on(table.accountId, table.openidHash), index().on(table.openidHash)],
)

/** One attempt, from the first call to the last, for two minutes. */
export const wechatTicket = pgTable(
  'wechat_ticket',
  {
    id: id(),
    /** `inside`: signing in within WeChat's own browser. */
    purpose: text({ enum: ['bind', 'signIn', 'inside'] }).notNull(),
    state: text({ enum: ticketStates }).notNull().default('waiting'),
    /** What the code says, or WeChat gives back; whoever sees it has nothing else. */
    sceneHash: text().notNull().unique(),
    /** Of the browser that began: nobody else gets what comes of it. */
    secretHash: text().notNull().unique(),
    /** Of the link that went to the phone which has scanned. */
    linkHash: text().unique(),
    /** Shown beside the code, and typed on the phone. */
    number: text().notNull().default(''),
    /** To bind: which; to sign in: as which, once that is chosen. */
    accountId: integer().references(() => account.id, { onDelete: 'cascade' }),
    openidSealed: text(),
    openidHash: text(),
    /** How often the browser has asked. */
    asked: integer().notNull().default(0),
    address: text().notNull(),
    userAgent: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** By whose WeChat a session was opened in WeChat's own browser: that one pays there. */
export const wechatSession = pgTable('wechat_session', {
  tokenHash: text()
    .primaryKey()
    .references(() => session.tokenHash, { onDelete: 'cascade' }),
  openidHash: text().notNull(),
})

/** Messages of WeChat that were taken: the same one comes in once. */
export const wechatNonce = pgTable(
  'wechat_nonce',
  { hash: text().primaryKey(), expiresAt: moment().notNull() },
  table => [index().on(table.expiresAt)],
)
