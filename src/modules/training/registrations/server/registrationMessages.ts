import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import type { Told } from '#modules/ledger/ledgerWords.ts'
import { noteTexted, notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { application } from '#modules/review/server/tables.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { aboutRegistration, textRegistrant } from '#modules/training/enrolling/server/registrant.ts'
import { VISITORS_PAGE } from '#modules/training/enrolling/server/visitorsTickets.ts'
import { course, eventKind, participant } from '#modules/training/server/tables.ts'

const about = { 培训班: '检验人员取证班', 编号: 'PX2026-000123', 费用: '培训费', 人员: '参训人员' }
const shared = { group: '培训' }

export const courseCancelled = defineTemplate({
  ...shared,
  code: 'course.cancelled',
  name: '培训班取消',
  mandatory: true,
  title: '“{培训班}”取消',
  content: '很抱歉，您已报名的“{培训班}”（报名编号 {编号}）取消：{原因}\n{退费}',
  sms: '很抱歉，您已报名的“{培训班}”（{编号}）取消，原因：{原因} 退费：{退费}',
  placeholders: { ...about, 原因: '报名人数不足。', 退费: '已缴的费用将原路退回。' },
})
export const courseChanged = defineTemplate({
  ...shared,
  code: 'course.changed',
  name: '培训班时间或地点变化',
  mandatory: true,
  title: '“{培训班}”的安排有变化',
  content: '您已报名的“{培训班}”（报名编号 {编号}）安排有变化：\n{变化}\n不便参加的，请在会员中心撤回，或与协会联系。',
  sms: '您已报名的“{培训班}”（{编号}）安排有变化：{变化}。不便参加的，请与协会联系。',
  placeholders: { ...about, 变化: '开始日期改为 2026年5月18日，地点改为 苏州 示例会议中心' },
})
export const registrationRefunded = defineTemplate({
  ...shared,
  code: 'course.refunded',
  name: '培训费（会务费）已退',
  title: '“{培训班}”的{费用}已退',
  content: '报名 {编号}（“{培训班}”）的{费用} {金额} 元已于 {退费日期} 退回，请查收。\n{原因}',
  sms: '报名 {编号} 的费用 {金额} 元已于 {退费日期} 退回，请查收。',
  placeholders: { ...about, 金额: '2,400', 退费日期: '2026-05-20', 原因: '因故不能参加。' },
})
export const participantRemoved = defineTemplate({
  ...shared,
  code: 'course.participantRemoved',
  name: '参训人员取消',
  title: '“{培训班}”的{人员}有变化',
  content: '报名 {编号}（“{培训班}”）已取消 {姓名} 参加：{原因}',
  sms: '',
  placeholders: { ...about, 姓名: '张*明', 原因: '本人因故不能参加。' },
})
export const participantReplaced = defineTemplate({
  ...shared,
  code: 'course.participantReplaced',
  name: '参训人员更换',
  title: '“{培训班}”的{人员}有变化',
  content: '报名 {编号}（“{培训班}”）的{人员} {姓名} 已更换为 {新的姓名}：{原因}',
  sms: '',
  placeholders: { ...about, 姓名: '张*明', 新的姓名: '李*华', 原因: '原报名人员因故不能参加。' },
})

const anInvoice = {
  ...about,
  发票抬头: '示例机电有限公司',
  网址: 'https://example.com/admin/publicity/training/registration',
}
export const invoiceIssued = defineTemplate({
  ...shared,
  addresses: { 网址: VISITORS_PAGE },
  code: 'invoice.issued',
  name: '培训发票已开具',
  title: '“{培训班}”的发票已开具',
  content: '报名 {编号} 的发票（号码 {发票号码}，抬头 {发票抬头}，金额 {金额}）已开具，随本消息附上，请下载保存。',
  sms: '您的报名 {编号} 的发票已开具，请凭报名编号和查询码下载：{网址}',
  placeholders: { ...anInvoice, 发票号码: '26112000000012345678', 金额: '2,400 元' },
})
export const invoiceRefused = defineTemplate({
  ...shared,
  addresses: { 网址: VISITORS_PAGE },
  code: 'invoice.refused',
  name: '培训发票信息退回',
  title: '“{培训班}”的发票信息需要更正',
  content: '报名 {编号} 的发票（抬头 {发票抬头}）未能开具：{原因}\n请更正发票信息后重新提出。',
  sms: '您的报名 {编号} 的发票未能开具，原因：{原因}。请凭报名编号和查询码更正发票信息：{网址}',
  placeholders: { ...anInvoice, 原因: '税号与抬头不符' },
})

/**
 * Notifies the registrant in the member centre, or by SMS alone if there is no account; an imported company by both.
 */
export async function notifyRegistrant(
  ctx: Ctx,
  of: Registration,
  { code }: { code: string },
  values: Record<string, string>,
  { isUrgent }: { isUrgent?: boolean } = {},
): Promise<void> {
  await tellRegistrant(ctx, of, { code }, values, { isUrgent })
}

/** Texts the people of a registration who left a number of their own. */
export async function textParticipants(
  ctx: Ctx,
  of: Registration,
  { code }: { code: string },
  values: Record<string, string>,
  { isUrgent }: { isUrgent?: boolean } = {},
): Promise<void> {
  const { sms, title } = await renderRegistrationText(ctx, of, code, values)
  const people = await ctx.db
    .select({ name: participant.name, mobileSealed: participant.mobileSealed })
    .from(participant)
    .where(
      and(
        eq(participant.registrationId, of.id),
        participant.isActive,
        isNotNull(participant.mobileSealed),
        // Who signed up with the same number is told as the registrant.
        sql`${participant.mobileHash} is distinct from ${of.contactMobileHash}`,
      ),
    )
    .orderBy(asc(participant.id))
  for (const { name, mobileSealed } of people) {
    await noteTexted(ctx, { name, sealed: mobileSealed }, sms)
    const to = ctx.encryption.decrypt(mobileSealed!)
    if (sms) await queue(ctx, { channel: 'sms', to, subject: title, sms, isUrgent })
  }
}

async function renderRegistrationText(ctx: Ctx, of: Registration, code: string, values: Record<string, string>) {
  const [found] = await ctx.db
    .select({ title: course.title, fee: eventKind.fee, people: eventKind.people })
    .from(course)
    .innerJoin(eventKind, eq(eventKind.code, course.kind))
    .where(eq(course.id, of.courseId))
  const { title, fee, people } = found!
  return renderTemplate(ctx, code, { 培训班: title, 费用: fee, 人员: people, 编号: of.number ?? '', ...values })
}

/** Sends what is said of an invoice; its SMS names the visitors' page and needs a query code. Answers how it was told. */
export async function notifyOfInvoice(
  ctx: Ctx,
  of: Registration,
  { code }: { code: string },
  values: Record<string, string>,
  fileIds: number[] = [],
): Promise<Told> {
  return tellRegistrant(ctx, of, { code }, values, { fileIds, isForVisitors: true })
}

async function tellRegistrant(
  ctx: Ctx,
  of: Registration,
  { code }: { code: string },
  values: Record<string, string>,
  {
    fileIds = [],
    isForVisitors = false,
    isUrgent,
  }: { fileIds?: number[]; isForVisitors?: boolean; isUrgent?: boolean | undefined } = {},
): Promise<Told> {
  const said = await renderRegistrationText(ctx, of, code, values)
  const what = { ...said, ...aboutRegistration(of), fileIds, isUrgent, ...(isForVisitors && { sms: undefined }) }
  const accountId = await accountOf(ctx, of)
  if (accountId !== null) {
    await notify(ctx, { ...what, accountId })
    return 'message'
  }
  if (of.organisationId !== null) await notify(ctx, { ...what, organisationId: of.organisationId, sms: undefined })
  const isTexted =
    (!isForVisitors || of.queryCodeHash !== null) && (await textRegistrant(ctx, of, { ...said, isUrgent }))
  if (of.organisationId !== null) return 'message'
  return isTexted ? 'sms' : 'nobody'
}

async function accountOf({ db }: Ctx, { applicationId }: Registration): Promise<number | null> {
  if (applicationId === null) return null
  const [found] = await db
    .select({ accountId: application.accountId })
    .from(application)
    .where(eq(application.id, applicationId))
  return found!.accountId
}
