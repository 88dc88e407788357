import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { keepPaper } from '#modules/files/server/paymentPapers.ts'
import { feeStatusOf, isPaidRecently, recordOfFee, titleColumns } from '#modules/ledger/kinds/server/applicationFees.ts'
import {
  defineReceivable,
  type IssuedInvoice,
  type OpenReceivable,
  passFee,
} from '#modules/ledger/kinds/server/receivableKinds.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { ASSESSMENT_FEE } from '#modules/qualifications/applicationTypes.ts'
import { assessmentFee } from '#modules/qualifications/server/tables.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'

const issued = defineTemplate({
  code: 'assessment.invoice',
  group: '单位资质',
  name: '评审费发票已开具',
  title: '“{申请}”的评审费发票已开具',
  content: '申请 {编号} 的发票（号码 {发票号码}，抬头 {发票抬头}，金额 {金额}）已开具，随本消息附上，请下载保存。',
  sms: '',
  placeholders: {
    申请: '示例机电有限公司 设备维修',
    编号: 'ZZ2026-000123',
    发票抬头: '示例机电有限公司',
    发票号码: '26112000000012345678',
    金额: '8,000 元',
  },
})

/** The file comes as a message; it belongs to no account, so that it stays. */
const issueAssessmentInvoice = (ctx: Ctx, id: number, { number, issuedOn, fileId }: IssuedInvoice) =>
  inTransaction(ctx, async tx => {
    const [before] = await tx.db.select().from(assessmentFee).where(eq(assessmentFee.applicationId, id)).for('update')
    const [of] = await tx.db.select().from(application).where(eq(application.id, id))
    if (!before || !of) throw notFound('这笔评审费不存在')
    if (before.state !== 'confirmed') throw conflict('评审费到账后才能开具发票')
    if (before.invoiceNumber) throw conflict(`这笔评审费已开具发票 ${before.invoiceNumber}`)
    if (issuedOn > dayOf(ctx.now)) throw invalid('开票日期不能晚于今天', { issuedOn: '开票日期不能晚于今天' })
    await keepPaper(tx, fileId)
    const set = { invoiceNumber: number, invoiceIssuedOn: issuedOn, invoiceFileId: fileId }
    await tx.db.update(assessmentFee).set(set).where(eq(assessmentFee.applicationId, id))
    await recordChange(tx, {
      action: 'assessment.invoice',
      objectType: 'application',
      objectId: id,
      objectName: of.title,
      before: { invoiceNumber: before.invoiceNumber },
      after: { invoiceNumber: number, invoiceIssuedOn: issuedOn },
    })
    const text = await renderTemplate(tx, issued.code, {
      申请: of.title,
      编号: of.number ?? '',
      发票抬头: before.invoiceTitle,
      发票号码: number,
      金额: `${formatYuan(before.amount)} 元`,
    })
    const what = {
      ...text,
      kind: 'qualification' as const,
      objectType: 'application',
      objectId: id,
      fileIds: [fileId],
      route: '/admin/user/invoices',
    }
    if (of.organisationId !== null) await notify(tx, { ...what, organisationId: of.organisationId })
    else if (of.accountId !== null) await notify(tx, { ...what, accountId: of.accountId })
  })

/** 评审费, found in the bank; each by the id of its application. */
defineReceivable({
  kind: ASSESSMENT_FEE,
  order: 40,
  name: '评审费',
  words: ['评审', '评价费'],
  ending: 2,
  subject: '4301 提供服务收入',
  payPages: { member: id => `/admin/user/qualification/${id}` },
  records: {
    from: sql`${assessmentFee}
      join ${application} on ${application.id} = ${assessmentFee.applicationId}
      join ${organisation} on ${organisation.id} = ${application.organisationId}`,
    where: sql`${assessmentFee.amount} > 0`,
    columns: {
      payableId: assessmentFee.applicationId,
      number: sql`coalesce(${application.number}, '')`,
      payer: organisation.name,
      about: sql`trim(replace(${application.title}, ${organisation.name}, '')) || '评审费'`,
      province: organisation.provinceCode,
      ...recordOfFee(assessmentFee),
      invoiceTitle: sql`coalesce(nullif(${assessmentFee.invoiceTitle}, ''), ${organisation.name})`,
      invoiceCode: sql`coalesce(nullif(${assessmentFee.invoiceCreditCode}, ''), ${organisation.creditCode}, '')`,
      organisationId: application.organisationId,
      personId: sql`null::int`,
      accountId: application.accountId,
    },
  },
  async list(ctx, ids) {
    const rows = await readFees(ctx, ids ? inArray(assessmentFee.applicationId, [...ids]) : current)
    return rows.map(toPayable)
  },
  async lock(ctx, id) {
    const of = await lockApplication(ctx, id)
    const [fee] = await ctx.db.select().from(assessmentFee).where(eq(assessmentFee.applicationId, id)).for('update')
    if (!fee) throw notFound('这笔评审费不存在')
    return { of, fee }
  },
  async pay(ctx, { of, fee }, { paidOn, payer, from }) {
    const paid = { paidOn, payer: payer || fee.payer }
    await ctx.db
      .update(assessmentFee)
      .set({ ...paid, state: 'claimed', claimedAt: fee.claimedAt ?? ctx.now })
      .where(eq(assessmentFee.applicationId, of.id))
    await passFee(ctx, of, { ...paid, from })
    return undefined
  },
  issueInvoice: issueAssessmentInvoice,
  async setTitle({ db }, id, title) {
    await db.update(assessmentFee).set(titleColumns(title)).where(eq(assessmentFee.applicationId, id))
  },
  async clearInvoice({ db }, id) {
    const none = { invoiceNumber: '', invoiceIssuedOn: null, invoiceFileId: null }
    await db.update(assessmentFee).set(none).where(eq(assessmentFee.applicationId, id))
  },
})

const current = or(inArray(application.state, ['unpaid', 'paying']), isPaidRecently(assessmentFee))

const readFees = ({ db }: Ctx, where: typeof current) =>
  db
    .select({
      fee: assessmentFee,
      title: application.title,
      number: application.number,
      state: application.state,
      name: organisation.name,
      shortName: organisation.shortName,
    })
    .from(assessmentFee)
    .innerJoin(application, eq(application.id, assessmentFee.applicationId))
    .innerJoin(organisation, eq(organisation.id, application.organisationId))
    .where(where)
    .orderBy(asc(assessmentFee.applicationId))

const toPayable = ({ fee, ...of }: Awaited<ReturnType<typeof readFees>>[number]): OpenReceivable => ({
  id: fee.applicationId,
  name: of.name,
  calls: [of.shortName],
  about: aboutOf(of),
  numbers: of.number ? [of.number] : [],
  amount: fee.amount,
  ...feeStatusOf(fee, of.state),
  route: `/staff/review/${fee.applicationId}`,
})

/** An application is called by its applicant and the certificate: 北京某某公司 设备维修. */
const aboutOf = ({ title, name }: { title: string; name: string }) => `${title.replace(name, '').trim()}评审费`
