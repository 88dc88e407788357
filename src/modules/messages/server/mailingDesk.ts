import { count, desc, eq, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countUpTo } from '#lib/server/database/db.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { mailingStateNames } from '../outboxWords.ts'
import type { staffMessagesContract } from '../staffContract.ts'
import { type AudienceFilter, theAudience } from './audience.ts'
import { createMailing } from './mailings.ts'
import { chosenRecipients } from './recipients.ts'
import { mailing, mailingRecipient } from './tables.ts'
import { readTextPrice } from './textPrice.ts'

type Endpoints = typeof staffMessagesContract

const among = (ctx: Ctx, filter: AudienceFilter) =>
  sql`${account.id} in (${chosenRecipients(ctx, filter)?.accounts ?? theAudience().accounts(filter)})`
const wordsOf = async (ctx: Ctx, filter: AudienceFilter) =>
  chosenRecipients(ctx, filter)?.words ?? theAudience().words(ctx, filter)

export const mailingDeskHandlers = {
  'GET /staff/mailing/audience': async (ctx, filter) => {
    const [found] = await ctx.db
      .select({ people: count(), phones: count(account.phoneSealed), mails: count(account.email) })
      .from(account)
      .where(among(ctx, filter))
    return {
      ...found!,
      textPrice: await readTextPrice(ctx),
      words: await wordsOf(ctx, filter),
      levels: await theAudience().levels(ctx),
    }
  },
  'POST /staff/mailing/send': (ctx, { title, content, sms, mail, expected, ...filter }) =>
    ctx.db.transaction(async db => {
      const tx = { ...ctx, db }
      const people = await db.select({ accountId: account.id }).from(account).where(among(tx, filter))
      if (people.length !== expected)
        throw conflict(`符合条件的账号现在是 ${people.length} 个，与您看到的 ${expected} 个不同，请核对后再发`)
      if (people.length === 0) throw conflict('没有符合条件的账号')
      const audience = await wordsOf(tx, filter)
      const createdName = await ownName(tx)
      const id = await createMailing(tx, { kind: 'system', title, content, sms, mail, audience, createdName }, people)
      await record(tx, {
        action: 'mailing.send',
        objectType: 'mailing',
        objectId: id,
        objectName: title,
        detail: { people: people.length, audience, sms: Boolean(sms), mail },
      })
      return { id }
    }),
  'GET /staff/mailing/list': async (ctx, asked) => {
    const reached = ctx.db
      .select({
        mailingId: mailingRecipient.mailingId,
        total: count().as('total'),
        told: count(mailingRecipient.toldAt).as('told'),
      })
      .from(mailingRecipient)
      .groupBy(mailingRecipient.mailingId)
      .as('reached')
    const [rows, total] = await Promise.all([
      ctx.db
        .select({ of: mailing, total: reached.total, told: reached.told })
        .from(mailing)
        .leftJoin(reached, eq(reached.mailingId, mailing.id))
        .orderBy(desc(mailing.id))
        .limit(asked.pageSize)
        .offset(offset(asked)),
      countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${mailing}`),
    ])
    const list = rows.map(({ of, total, told }) => ({
      id: of.id,
      title: of.title,
      audience: of.audience,
      createdName: of.createdName,
      createdAt: iso(of.createdAt),
      state: of.state,
      stateName: mailingStateNames[of.state],
      total: total ?? 0,
      told: told ?? 0,
      sms: of.sms !== null,
      mail: of.mail,
    }))
    return toPage(list, total, asked)
  },
  'POST /staff/mailing/stop': (ctx, { id }) =>
    ctx.db.transaction(async db => {
      const [of] = await db.select().from(mailing).where(eq(mailing.id, id)).for('update')
      if (!of) throw notFound('这次群发不存在')
      if (of.state !== 'sending') throw conflict(`这次群发${mailingStateNames[of.state]}，不能再停止`)
      await db.update(mailing).set({ state: 'stopped', endedAt: ctx.now }).where(eq(mailing.id, id))
      const [found] = await db
        .select({ told: count(mailingRecipient.toldAt) })
        .from(mailingRecipient)
        .where(eq(mailingRecipient.mailingId, id))
      await record(
        { ...ctx, db },
        { action: 'mailing.stop', objectType: 'mailing', objectId: id, objectName: of.title, detail: found! },
      )
      return found!
    }),
} satisfies Partial<Handlers<Endpoints>>
