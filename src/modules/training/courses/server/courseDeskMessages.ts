import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineSubject } from '#modules/messages/server/subjects.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { course, registration } from '#modules/training/server/tables.ts'

defineSubject('course', course)
defineSubject('registration', registration)

const shared = { group: '工作人员', sms: '' }

const courseFull = defineTemplate({
  ...shared,
  code: 'desk.courseFull',
  name: '培训班开始有人候补',
  title: '有人候补：{培训班}',
  content: '“{培训班}”的名额不够报名的人数，开始有人候补。可以增加名额，或另开一期。',
  placeholders: { 培训班: '检验人员取证班' },
})
const invoiceRequested = defineTemplate({
  ...shared,
  code: 'desk.invoiceAsked',
  name: '有待开的培训发票',
  title: '待开发票：报名 {编号}',
  content: '“{培训班}”的报名 {编号} 培训费已到账，申请开具发票，抬头 {发票抬头}。',
  placeholders: { 培训班: '检验人员取证班', 编号: 'PX2026-000123', 发票抬头: '示例机电有限公司' },
})

/** Notifies staff when the first registration has to wait. */
export async function notifyCourseFull(ctx: Ctx, { id, title }: { id: number; title: string }): Promise<void> {
  const texts = await renderTemplate(ctx, courseFull.code, { 培训班: title })
  const link = { route: `/staff/courses/${id}`, objectType: 'course', objectId: id }
  await notifyStaff(ctx, { permission: 'staff:training' }, { ...texts, kind: 'course', sms: undefined, ...link })
}

/** Notifies staff that an invoice with this title is requested for a paid registration. */
export async function notifyInvoiceRequested(
  ctx: Ctx,
  of: typeof registration.$inferSelect,
  title: string,
): Promise<void> {
  const [held] = await ctx.db.select({ title: course.title }).from(course).where(eq(course.id, of.courseId))
  const values = { 培训班: held!.title, 编号: of.number ?? '', 发票抬头: title }
  const texts = await renderTemplate(ctx, invoiceRequested.code, values)
  const link = { route: `/staff/invoices?key=${of.number ?? ''}`, objectType: 'registration', objectId: of.id }
  await notifyStaff(ctx, { permission: 'staff:finance' }, { ...texts, kind: 'money', sms: undefined, ...link })
}
