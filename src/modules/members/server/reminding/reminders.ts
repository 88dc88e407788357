import { and, asc, between, eq, min, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { addDays, dayOf, daysBetween, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { queue, type SmsText } from '#lib/server/outbox/queue.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { messageKindOf } from '#modules/certificates/server/certificateMessages.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { companyContacts } from '#modules/messages/server/companyContacts.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { contactsOf, mobileOf } from '../contacts.ts'
import { expiryReminder, person } from '../tables.ts'

type Certificate = typeof certificate.$inferSelect
type NotifyCtx = Pick<Ctx, 'db' | 'now' | 'encryption' | 'config'>

/** Days before the end. */
const STEP_DAYS = [7, 30, 60, 90] as const

/**
 * Tells holders of certificates, of membership too, that they end soon: in each step once. The row that says so is
 * written in the transaction of the messages, so a run that is repeated, or runs twice at once, tells nobody again; a
 * step that was missed is made up for by the next one, not told late.
 */
export async function remindOfExpiry(ctx: NotifyCtx): Promise<void> {
  const today = dayOf(ctx.now)
  for (const { of, reached } of await endingSoon(ctx, today)) {
    const step = STEP_DAYS.find(days => daysBetween(today, of.validTo!) <= days)!
    if (reached === null || step < reached) await remind(ctx, of, step)
  }
}

/** Excludes certificates that were renewed. */
const successor = alias(certificate, 'successor')

const endingSoon = ({ db }: NotifyCtx, today: string) =>
  db
    .select({ of: certificate, reached: min(expiryReminder.step) })
    .from(certificate)
    .leftJoin(expiryReminder, eq(expiryReminder.certificateId, certificate.id))
    .where(
      and(
        eq(certificate.status, 'valid'),
        // Letters of appointment end with the term, of which their holders are reminded.
        ne(certificate.register, 'appointment'),
        between(certificate.validTo, today, addDays(today, STEP_DAYS.at(-1)!)),
        notExists(db.select().from(successor).where(eq(successor.replacesId, certificate.id))),
      ),
    )
    .groupBy(certificate.id)
    .orderBy(asc(certificate.validTo), asc(certificate.id))

const remind = (ctx: NotifyCtx, of: Certificate, step: number) =>
  inTransaction(ctx, async tx => {
    const [first] = await tx.db
      .insert(expiryReminder)
      .values({ certificateId: of.id, step, at: ctx.now })
      .onConflictDoNothing()
      .returning()
    if (first) await notifyHolder(tx, of)
  })

/** Returns the page where the holder can act on it. */
const routeOf = ({ register, id }: Certificate) =>
  register === 'qualification' ? `/admin/user/qualification/new?type=renewal&certId=${id}` : '/admin/user/certificates'

const ending = {
  group: '证书',
  placeholders: {
    证书: '设备维修单位',
    编号: 'XH-AB01-B-2026-0012',
    持证人: '示例机电有限公司',
    有效期至: '2026年12月31日',
    何时: '还有 30 天到期',
    办理: '换证',
  },
}
const expiring = defineTemplate({
  ...ending,
  code: 'certificate.expiring',
  name: '证书即将到期',
  title: '证书{何时}：{证书}',
  content: '{持证人}的{证书}（{编号}）有效期至 {有效期至}，{何时}，请及时办理{办理}。',
  sms: '您的{证书}（{编号}）有效期至 {有效期至}，{何时}，请登录会员中心办理{办理}。',
})
const expiringOfStaff = defineTemplate({
  ...ending,
  code: 'certificate.expiringOfPerson',
  name: '所属人员的证书即将到期（致单位）',
  sms: '',
  title: '证书{何时}：{证书}',
  content: '{持证人}的{证书}（{编号}）有效期至 {有效期至}，{何时}，请及时办理{办理}。',
})
const expiringToContacts = defineTemplate({
  ...ending,
  code: 'certificate.expiringToContacts',
  name: '证书即将到期（致单位代表与联系人）',
  title: '证书即将到期',
  content: '',
  smsOnly: true,
  sms: '贵单位的{证书}（{编号}）有效期至 {有效期至}，{何时}，请及时办理{办理}。',
})

async function notifyHolder(ctx: NotifyCtx, of: Certificate) {
  const left = daysBetween(dayOf(ctx.now), of.validTo!)
  const values = {
    证书: of.kindName,
    编号: of.number,
    持证人: of.holderName,
    有效期至: longDay(of.validTo!),
    何时: left === 0 ? '今天到期' : `还有 ${left} 天到期`,
    办理: of.register === 'qualification' ? '换证' : '延续',
  }
  const texts = await renderTemplate(ctx, expiring.code, values)
  const about = { kind: messageKindOf(of), objectType: 'certificate', objectId: of.id }
  const message = { ...about, ...texts, route: routeOf(of) }
  if (of.personId) {
    await notify(ctx, { ...message, personId: of.personId })
    // The employer of today sees it; texts about each of its people would be too many.
    const [holder] = await ctx.db.select().from(person).where(eq(person.id, of.personId))
    if (!holder?.organisationId) return
    const { title, content } = await renderTemplate(ctx, expiringOfStaff.code, values)
    const to = { organisationId: holder.organisationId, route: `/admin/user/persons/${of.personId}` }
    await notify(ctx, { ...about, ...to, title, content })
  } else if (of.organisationId) {
    await notify(ctx, { ...message, organisationId: of.organisationId })
    const other = await renderTemplate(ctx, expiringToContacts.code, values)
    await notifyContacts(ctx, of.organisationId, other)
  }
}

/**
 * Sends an SMS to the contacts, except the legal representative and those whose phone is that of an active account,
 * which is notified anyway.
 */
export async function notifyContacts(
  ctx: NotifyCtx,
  organisationId: number,
  { title: subject, sms }: { title: string; sms: SmsText | undefined },
) {
  if (!sms) return
  const accounts = await ctx.db.select().from(account).where(eq(account.organisationId, organisationId))
  const active = accounts.filter(({ status }) => status === 'active')
  // Without an account, `notify` has told the first of the contacts.
  const [first] = active.length === 0 ? await companyContacts(ctx, [organisationId]) : []
  const told = new Set([...active.map(({ phoneHash }) => phoneHash), ...(first ? [first.mobileHash] : [])])
  for (const contact of await contactsOf(ctx, organisationId)) {
    if (contact.role === 'legal' || told.has(contact.mobileHash)) continue
    told.add(contact.mobileHash)
    const to = mobileOf(ctx, contact)
    if (to) await queue(ctx, { channel: 'sms', to, subject, sms })
  }
}
