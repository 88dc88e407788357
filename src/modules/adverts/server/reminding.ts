import { and, eq, gte, isNull, lt, lte, type SQL } from 'drizzle-orm'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { SmsText } from '#lib/server/outbox/queue.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate, type Template } from '#modules/messages/server/templates.ts'
import { isPosition, positions } from '../positions.ts'
import type { Advert } from './advertisers.ts'
import { routeOfAdvert } from './advertKind.ts'
import { daysOf, sumOf } from './stats.ts'
import { advert } from './tables.ts'

const REMIND_DAYS_BEFORE = 3

const placeholders = { 广告: '成套节能装置', 广告位: '首页中部通栏', 结束日期: '2026年12月31日' }

const ending = defineTemplate({
  code: 'advert.ending',
  group: '广告',
  name: '广告即将到期',
  title: '广告即将到期：{广告}',
  content: '“{广告}”（{广告位}）投放到{结束日期}为止，次日 0 时自动下线。需要继续投放的，请新建广告。',
  sms: '您的广告“{广告}”投放到{结束日期}为止，需要继续投放的请登录会员中心办理。',
  placeholders,
})
const ended = defineTemplate({
  code: 'advert.ended',
  group: '广告',
  name: '广告已到期',
  title: '广告已到期：{广告}',
  content: '“{广告}”（{广告位}）已于{结束日期}投放结束，共被看到 {浏览} 次，点击 {点击} 次。每天的数据见广告页。',
  sms: '',
  placeholders: { ...placeholders, 浏览: '1200', 点击: '36' },
})

/** Job: notifies advertisers before an advert ends, and of its figures afterwards; each once. */
export async function remindAdvertisers(ctx: Ctx): Promise<void> {
  const today = dayOf(ctx.now)
  await notifyAll(ctx, ending, 'remindedAt', [
    lte(advert.startsOn, today),
    gte(advert.endsOn, today),
    lte(advert.endsOn, addDays(today, REMIND_DAYS_BEFORE)),
  ])
  // The limit of 30 days leaves out adverts that ended before this notification existed.
  await notifyAll(ctx, ended, 'endToldAt', [lt(advert.endsOn, today), gte(advert.endsOn, addDays(today, -30))])
}

async function notifyAll(ctx: Ctx, template: Template, mark: 'remindedAt' | 'endToldAt', which: SQL[]) {
  const rows = await ctx.db
    .select({ id: advert.id })
    .from(advert)
    .where(and(eq(advert.status, 'approved'), isNull(advert[mark]), ...which))
  for (const { id } of rows)
    await inTransaction(ctx, async tx => {
      // Sends the notification once: of two runs, only one sets the mark.
      const [of] = await tx.db
        .update(advert)
        .set({ [mark]: ctx.now })
        .where(and(eq(advert.id, id), isNull(advert[mark])))
        .returning()
      if (of) await notifyOne(tx, of, template)
    })
}

async function notifyOne(ctx: Ctx, of: Advert, { code }: Template) {
  const { views, clicks } = sumOf(await daysOf(ctx, of))
  const { title, content, sms } = await renderTemplate(ctx, code, {
    广告: of.title,
    广告位: isPosition(of.position) ? positions[of.position].name : '',
    结束日期: longDay(of.endsOn!),
    浏览: String(views),
    点击: String(clicks),
  })
  await notifyAdvertiser(ctx, of, { title, content, sms })
}

type AdvertMessage = { title: string; content: string; sms?: SmsText | undefined; fileIds?: number[] }

/** Notifies the account that created the advert; if the association entered it, the accounts of the organisation. */
export async function notifyAdvertiser(
  ctx: Ctx,
  { id, accountId, organisationId }: Advert,
  said: AdvertMessage,
): Promise<void> {
  const what = { ...said, kind: 'advert' as const, route: routeOfAdvert(id), objectType: 'advert', objectId: id }
  if (accountId !== null) await notify(ctx, { ...what, accountId })
  else if (organisationId !== null) await notify(ctx, { ...what, organisationId })
}
