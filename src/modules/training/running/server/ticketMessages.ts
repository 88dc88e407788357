import { and, eq, inArray } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { readTextPrice } from '#modules/messages/server/textPrice.ts'
import { smsParts } from '#modules/messages/sms.ts'
import { application } from '#modules/review/server/tables.ts'
import { aboutRegistration, textRegistrant } from '#modules/training/enrolling/server/registrant.ts'
import { registration } from '#modules/training/enrolling/server/tables.ts'
import type { Course } from './roster.ts'
import { checkInDay, placeOf } from './rosterFigures.ts'

const CODE = 'training.tickets'

defineTemplate({
  code: CODE,
  group: '培训',
  name: '准考证可以打印',
  mandatory: true,
  title: '准考证可以打印了',
  content: [
    '“{培训班}”的准考证已生成（报名编号 {编号}）。',
    '报到：{报到日}（{地点}）',
    '请下载打印，或在手机上保存，报到时与身份证件一起出示。',
  ].join('\n'),
  sms: '“{培训班}”的准考证已生成，{报到日}报到。请凭报名编号 {编号} 在协会网站“我的报名”下载。',
  placeholders: {
    培训班: '检验项目负责人取证班（第3期）',
    编号: 'PX2026-000123',
    报到日: '2026年5月12日',
    地点: '苏州 示例会议中心',
  },
})

/** Whom that would reach, by which channel, and as how many texts a provider counts it. */
export async function reachOfTickets(ctx: Ctx, of: Course, registrationIds: readonly number[]) {
  const common = { 培训班: of.title, 报到日: longDay(checkInDay(of)), 地点: placeOf(of) }
  const orders =
    registrationIds.length === 0
      ? []
      : await ctx.db
          .select({
            number: registration.number,
            contact: registration.contactMobileSealed,
            accountId: application.accountId,
            phone: account.phoneSealed,
          })
          .from(registration)
          .leftJoin(application, eq(application.id, registration.applicationId))
          .leftJoin(account, and(eq(account.id, application.accountId), eq(account.status, 'active')))
          .where(inArray(registration.id, [...registrationIds]))
  let texts = 0
  let parts = 0
  for (const { number, contact, accountId, phone } of orders) {
    const { sms } = await renderTemplate(ctx, CODE, { ...common, 编号: number ?? '' })
    if (!sms || !(accountId === null ? contact : phone)) continue
    texts++
    parts += smsParts(sms)
  }
  const messages = orders.filter(({ accountId }) => accountId !== null).length
  return { messages, texts, smsParts: parts, textPrice: await readTextPrice(ctx) }
}

/** Tells whoever signed people up, in the member centre and by text; who has no account by text alone. */
export async function tellOfTickets(ctx: Ctx, of: Course, registrationIds: readonly number[]): Promise<void> {
  if (registrationIds.length === 0) return
  const orders = await ctx.db
    .select({ registration, accountId: application.accountId })
    .from(registration)
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(inArray(registration.id, [...registrationIds]))
  const common = { 培训班: of.title, 报到日: longDay(checkInDay(of)), 地点: placeOf(of) }
  for (const { registration: order, accountId } of orders) {
    const texts = await renderTemplate(ctx, CODE, { ...common, 编号: order.number ?? '' })
    if (accountId !== null) await notify(ctx, { ...texts, ...aboutRegistration(order), accountId })
    else await textRegistrant(ctx, order, texts)
  }
}
