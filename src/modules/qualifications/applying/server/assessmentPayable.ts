import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { paidLately, recordOfFee, standingOf, titleSet } from '#modules/membership/fees/server/applicationFees.ts'
import { definePayable, type Payable, passFee } from '#modules/membership/fees/server/payables.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { issueAssessmentInvoice } from './assessmentInvoice.ts'
import { assessmentFee } from './tables.ts'

/** 评审费, found in the bank; each by the id of its application. */
definePayable({
  kind: 'assessmentFee',
  name: '评审费',
  words: ['评审', '评价费'],
  ending: 2,
  subject: '4301 提供服务收入',
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
    await db.update(assessmentFee).set(titleSet(title)).where(eq(assessmentFee.applicationId, id))
  },
  async clearInvoice({ db }, id) {
    const none = { invoiceNumber: '', invoiceIssuedOn: null, invoiceFileId: null }
    await db.update(assessmentFee).set(none).where(eq(assessmentFee.applicationId, id))
  },
})

const current = or(inArray(application.state, ['unpaid', 'paying']), paidLately(assessmentFee))

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

const toPayable = ({ fee, ...of }: Awaited<ReturnType<typeof readFees>>[number]): Payable => ({
  id: fee.applicationId,
  name: of.name,
  calls: [of.shortName],
  about: aboutOf(of),
  numbers: of.number ? [of.number] : [],
  amount: fee.amount,
  ...standingOf(fee, of.state),
  route: `/staff/review/${fee.applicationId}`,
})

/** An application is called by its applicant and the certificate: 北京某某公司 设备维修. */
const aboutOf = ({ title, name }: { title: string; name: string }) => `${title.replace(name, '').trim()}评审费`
