import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment } from '#lib/server/database/columns.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { ticketStates } from '../ticketStates.ts'

/** Credentials lent by WeChat for at most two hours, shared by all processes. */
export const wechatCredential = pgTable('wechat_credential', {
  name: text({ enum: ['access_token', 'jsapi_ticket'] }).primaryKey(),
  valueSealed: text().notNull(),
  expiresAt: moment().notNull(),
  refreshedAt: createdAt(),
})

export const wechatBinding = pgTable(
  'wechat_binding',
  {
    id: id(),
    accountId: idOf(() => account.id, { onDelete: 'cascade' }),
    openidSealed: text().notNull(),
    openidHash: text().notNull(),
    /** Follows the service account: only then messages reach it. */
    isFollowing: boolean().notNull().default(true),
    /** Time of that state by WeChat's clock, since events come late and in any order. */
    followedAt: moment().notNull(),
    boundAt: createdAt(),
  },
  table => [unique().on(table.accountId, table.openidHash), index().on(table.openidHash)],
)

/** Attempt to bind or sign in, valid for two minutes. */
export const wechatTicket = pgTable(
  'wechat_ticket',
  {
    id: id(),
    /** `inside`: signing in within WeChat's own browser. */
    purpose: text({ enum: ['bind', 'signIn', 'inside'] }).notNull(),
    state: text({ enum: ticketStates }).notNull().default('waiting'),
    /** Hash of the scene in the QR code or OAuth state; knowing it alone is useless. */
    sceneHash: text().notNull().unique(),
    /** Hash of the secret of the browser that began; only that browser gets the result. */
    secretHash: text().notNull().unique(),
    /** Hash of the link sent to the phone that scanned. */
    linkHash: text().unique(),
    /** Shown beside the code, and typed on the phone. */
    number: text().notNull().default(''),
    /** Account to bind, or the one chosen at sign-in. */
    accountId: integer().references(() => account.id, { onDelete: 'cascade' }),
    openidSealed: text(),
    openidHash: text(),
    /** Number of polls by the browser. */
    asked: integer().notNull().default(0),
    address: text().notNull(),
    userAgent: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** WeChat that opened a session in WeChat's own browser; payments inside WeChat use it. */
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
