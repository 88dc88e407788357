import { eq, inArray, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { maskEmail } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { record } from '#modules/audit/server/record.ts'
import { MAX_BOUNCES, subscriberStateNames } from '../newsletterWords.ts'
import type { SubscriberRow, staffNewsletterContract } from '../staffContract.ts'
import { subscriberFilters } from '../subscriberFilters.ts'
import { bounces } from './addresses.ts'
import { hashEmail, leave } from './subscriptions.ts'
import { newsletterSubscriber as subscriber } from './tables.ts'

const readRows = (ctx: Pick<Ctx, 'db' | 'encryption'>, ids: readonly number[]) =>
  ctx.db
    .select({ of: subscriber, own: account.email, bounces })
    .from(subscriber)
    .leftJoin(account, eq(account.id, subscriber.accountId))
    .where(inArray(subscriber.id, [...ids]))

type Entry = Awaited<ReturnType<typeof readRows>>[number]

const shownEmail = ({ of, own }: Entry, { encryption }: Pick<Ctx, 'encryption'>) => {
  const email = of.emailSealed ? encryption.decrypt(of.emailSealed) : own
  return email ? maskEmail(email) : ''
}
const sinceOf = ({ of }: Entry) => iso(of.leftAt ?? of.confirmedAt ?? of.askedAt)

/** 订阅者: who asked for newsletters, with what became of the mails. */
const subscriberRegister = defineRegister({
  name: '简报订阅者',
  views: { code: 'newsletterSubscriber', permission: 'staff:messages', unkept: ['key'] },
  filters: subscriberFilters,
  from: sql`${subscriber} left join ${account} on ${account.id} = ${subscriber.accountId}`,
  id: subscriber.id,
  newest: subscriber.askedAt,
  where: {
    key: (email, ctx) =>
      sql`(${eq(subscriber.emailHash, hashEmail(ctx, email))} or lower(${account.email}) = lower(${email}))`,
    state: subscriber.state,
    member: isOn => sql`(${subscriber.accountId} is not null) = ${isOn === 'yes'}`,
    bounced: isOn => sql`(${bounces} >= ${MAX_BOUNCES}) = ${isOn === 'yes'}`,
  },
  read: readRows,
  row: (entry, ctx): SubscriberRow => ({
    id: entry.of.id,
    email: shownEmail(entry, ctx),
    isMember: entry.of.accountId !== null,
    state: entry.of.state,
    stateName: subscriberStateNames[entry.of.state],
    since: sinceOf(entry),
    bounces: entry.bounces,
  }),
  columns: {
    email: { heading: '邮箱（部分）', width: 28, value: shownEmail, empty: '没有登记邮箱' },
    isMember: { heading: '来源', width: 12, value: ({ of }) => (of.accountId === null ? '网站订阅' : '会员账号') },
    stateName: {
      heading: '状态',
      width: 10,
      value: ({ of }) => subscriberStateNames[of.state],
      sort: subscriber.state,
      nowrap: true,
    },
    since: { heading: '状态时间', width: 18, value: entry => minute(sinceOf(entry)), nowrap: true },
    asked: {
      heading: '申请订阅',
      width: 18,
      value: ({ of }) => minute(iso(of.askedAt)),
      sort: subscriber.askedAt,
      nowrap: true,
    },
    bounces: { heading: '连续退信', width: 10, value: row => row.bounces || null, empty: '—', isFigure: true },
  },
  listed: ['email', 'isMember', 'stateName', 'since', 'bounces'],
})

export const subscriberHandlers = {
  'GET /staff/newsletter/subscribers': (ctx, asked) => subscriberRegister.list(ctx, asked),
  'GET /staff/newsletter/subscribers/export': (ctx, asked) =>
    exportRegister(ctx, subscriberRegister, asked, {
      action: 'newsletterSubscriber.export',
      objectType: 'newsletterSubscriber',
    }),
  'POST /staff/newsletter/unsubscribe': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const [entry] = await readRows(tx, [id])
      if (!entry) throw notFound('没有这个订阅')
      await leave(tx, entry.of)
      await record(tx, {
        action: 'newsletterSubscriber.leave',
        objectType: 'newsletterSubscriber',
        objectId: id,
        objectName: shownEmail(entry, tx),
      })
      return {}
    }),
} satisfies Partial<Handlers<typeof staffNewsletterContract>>
