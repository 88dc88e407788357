import { count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { file } from '#modules/files/server/tables.ts'
import { refuseForbiddenWords } from '#modules/settings/server/publicWords.ts'
import { mailingStateNames } from '../../outboxWords.ts'
import type { staffMessagesContract } from '../../staffContract.ts'
import { readAudiences } from '../audience.ts'
import { createMailing } from '../mailings.ts'
import { addressList, listReached, reachedBy } from '../reach.ts'
import { substituteSamples } from '../substitutes.ts'
import { mailing, mailingAddress, mailingContact, mailingRecipient } from '../tables.ts'
import { readTextPrice } from '../textPrice.ts'
import { attachToMailing } from './mailingFiles.ts'
import {
  describeRecipients,
  previewMailing,
  reachOfMailing,
  recipientCondition,
  refuseUnknownNames,
} from './mailingPreview.ts'

type Endpoints = typeof staffMessagesContract

/** Maximum days a mailing can be planned ahead. */
const MAX_DAYS_AHEAD = 180

export const mailingDeskHandlers = {
  'GET /staff/mailing/audience': async (ctx, filter) => {
    const [found] = await ctx.db
      .select({ people: count(), phones: count(account.phoneSealed), mails: count(account.email) })
      .from(account)
      .where(recipientCondition(ctx, filter))
    return {
      ...found!,
      textPrice: await readTextPrice(ctx),
      words: await describeRecipients(ctx, filter),
      ...(await readAudiences(ctx)),
      placeholders: Object.entries(substituteSamples()).map(([name, sample]) => ({ name, sample })),
    }
  },
  'POST /staff/mailing/preview': previewMailing,
  'GET /staff/mailing/reach': async (ctx, { withSms, withMail, channel, pageNum, pageSize, ...filter }) => {
    const means = { sms: withSms === '1', mail: withMail === '1' }
    return listReached(ctx, await reachOfMailing(ctx, filter, means), { channel, pageNum, pageSize })
  },
  'GET /staff/mailing/addresses': async (ctx, { withSms, withMail, ...filter }) => {
    const means = { sms: withSms === '1', mail: withMail === '1' }
    const list = reachedBy(await reachOfMailing(ctx, filter, means), 'none')
    const audience = await describeRecipients(ctx, filter)
    await record(ctx, {
      action: 'mailing.addresses',
      objectType: 'mailing',
      objectName: audience,
      detail: { count: list.length },
    })
    return addressList(list)
  },
  'POST /staff/mailing/send': (ctx, { title, content, sms, mail, fileIds, at, expected, ...filter }) =>
    inTransaction(ctx, async tx => {
      refuseUnknownNames({ title, content, sms })
      await refuseForbiddenWords(tx, { title: '标题', content: '内容', sms: '短信' }, { title, content, sms })
      const scheduledFor = momentIn(tx, at)
      const people = await tx.db.select({ accountId: account.id }).from(account).where(recipientCondition(tx, filter))
      if (people.length !== expected)
        throw conflict(`符合条件的账号现在是 ${people.length} 个，与您看到的 ${expected} 个不同，请核对后再发`)
      const means = { sms: sms !== '', mail }
      // Companies without an account get what their contact can get: a text message, or a mail.
      const contacts = (await reachOfMailing(tx, filter, means)).flatMap(({ accountId, organisationId, sms, mail }) =>
        accountId === null && (sms || mail) ? [{ organisationId: organisationId! }] : [],
      )
      if (people.length === 0 && contacts.length === 0) throw conflict('没有能收到的账号或单位')
      await attachToMailing(tx, fileIds)
      // Kept for who gets them, whatever becomes of who sent them.
      if (fileIds.length > 0) await tx.db.update(file).set({ ownerId: null }).where(inArray(file.id, fileIds))
      const audience = await describeRecipients(tx, filter)
      const said = { title, content, sms, mail, audience, filter, fileIds, scheduledFor }
      const created = { kind: 'system' as const, ...said, createdName: await ownName(tx) }
      const id = await createMailing(tx, created, people, contacts)
      await record(tx, {
        action: 'mailing.send',
        objectType: 'mailing',
        objectId: id,
        objectName: title,
        detail: {
          people: people.length,
          audience,
          sms: Boolean(sms),
          mail,
          ...(scheduledFor && { 定时: minute(iso(scheduledFor)) }),
        },
      })
      return { id }
    }),
  'GET /staff/mailing/list': async (ctx, asked) => {
    const [rows, total] = await Promise.all([
      selectMailings(ctx).orderBy(desc(mailing.id)).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${mailing}`),
    ])
    return toPage(rows.map(toMailingRow), total, asked)
  },
  'POST /staff/mailing/stop': (ctx, { id }) =>
    inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(mailing).where(eq(mailing.id, id)).for('update')
      if (!of) throw notFound('这次群发不存在')
      if (of.state !== 'sending' && of.state !== 'scheduled')
        throw conflict(`这次群发${mailingStateNames[of.state]}，不能再停止`)
      await tx.db.update(mailing).set({ state: 'stopped', endedAt: ctx.now }).where(eq(mailing.id, id))
      const [found] = await selectMailings(tx).where(eq(mailing.id, id))
      const told = found!.told
      await record(tx, {
        action: 'mailing.stop',
        objectType: 'mailing',
        objectId: id,
        objectName: of.title,
        detail: { told },
      })
      return { told }
    }),
} satisfies Partial<Handlers<Endpoints>>

function momentIn({ now }: Ctx, at: string | null | undefined): Date | undefined {
  if (!at) return
  const moment = new Date(at)
  if (moment <= now) throw invalid('请选择以后的时间', { at: '请选择以后的时间' })
  if (moment.getTime() > now.getTime() + MAX_DAYS_AHEAD * 86_400_000)
    throw invalid(`最远 ${MAX_DAYS_AHEAD} 天`, { at: `最远 ${MAX_DAYS_AHEAD} 天` })
  return moment
}

/** Selects mailings with the number of recipients and of those already notified. */
export function selectMailings({ db }: Pick<Ctx, 'db'>) {
  const reached = db
    .select({
      mailingId: mailingRecipient.mailingId,
      total: count().as('total'),
      told: count(mailingRecipient.toldAt).as('told'),
    })
    .from(mailingRecipient)
    .groupBy(mailingRecipient.mailingId)
    .as('reached')
  const others = (counted: (table: typeof mailingContact | typeof mailingAddress) => SQL) =>
    sql.join(
      [mailingContact, mailingAddress].map(
        table => sql`(select ${counted(table)} from ${table} where ${table.mailingId} = ${mailing.id})`,
      ),
      sql` + `,
    )
  return db
    .select({
      of: mailing,
      total: sql<number>`coalesce(${reached.total}, 0) + ${others(() => sql`count(*)`)}`.mapWith(Number),
      told: sql<number>`coalesce(${reached.told}, 0) + ${others(({ toldAt }) => sql`count(${toldAt})`)}`.mapWith(
        Number,
      ),
    })
    .from(mailing)
    .leftJoin(reached, eq(reached.mailingId, mailing.id))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectMailings>>[number]

export const toMailingRow = ({ of, total, told }: Row) => ({
  id: of.id,
  title: of.title,
  audience: of.audience,
  createdName: of.createdName,
  createdAt: iso(of.createdAt),
  scheduledFor: of.scheduledFor && iso(of.scheduledFor),
  state: of.state,
  stateName: mailingStateNames[of.state],
  total: total ?? 0,
  told: told ?? 0,
  sms: of.sms !== null,
  mail: of.mail,
})
