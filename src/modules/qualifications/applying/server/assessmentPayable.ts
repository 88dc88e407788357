import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { organisation } from '#modules/members/server/tables.ts'
import {
  dayAt,
  definePayable,
  dueOnOf,
  type Payable,
  passFee,
  stateOfFee,
} from '#modules/membership/fees/server/payables.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState, stageOf } from '#modules/review/workflow.ts'
import { issueAssessmentInvoice } from './assessmentInvoice.ts'
import { assessmentFee } from './tables.ts'

/** 评审费, found in the bank; each by the id of its application. */
definePayable({
  kind: 'assessmentFee',
  name: '评审费',
  words: ['评审', '评价费'],
  digit: 2,
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
      amount: assessmentFee.amount,
      state: stateOfFee(assessmentFee.state),
      raisedOn: dayAt(assessmentFee.createdAt),
      dueOn: dueOnOf,
      paidOn: assessmentFee.paidOn,
      confirmedAt: assessmentFee.confirmedAt,
      confirmedBy: assessmentFee.confirmedBy,
      slipId: assessmentFee.slipId,
      invoiceTitle: sql`coalesce(nullif(${assessmentFee.invoiceTitle}, ''), ${organisation.name})`,
      invoiceCode: sql`coalesce(nullif(${assessmentFee.invoiceCreditCode}, ''), ${organisation.creditCode}, '')`,
      invoiceNumber: assessmentFee.invoiceNumber,
      invoicedOn: assessmentFee.invoiceIssuedOn,
      invoiceFileId: assessmentFee.invoiceFileId,
      canInvoice: sql`(${assessmentFee.state} = 'confirmed' and ${assessmentFee.invoiceNumber} = '')`,
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
  async pay(ctx, { of, fee }, { paidOn, payer }) {
    const paid = { paidOn, payer: payer || fee.payer }
    await ctx.db
      .update(assessmentFee)
      .set({ ...paid, state: 'claimed', claimedAt: fee.claimedAt ?? ctx.now })
      .where(eq(assessmentFee.applicationId, of.id))
    await passFee(ctx, of, paid)
    return undefined
  },
  issueInvoice: issueAssessmentInvoice,
})

const current = or(
  inArray(application.state, ['unpaid', 'paying']),
  and(eq(assessmentFee.state, 'confirmed'), sql`${assessmentFee.confirmedAt} > now() - interval '1 year'`),
)

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

const feeNames = { due: '待缴', claimed: '待确认', refused: '凭证被退回', confirmed: '已确认' }

const toPayable = ({ fee, ...of }: Awaited<ReturnType<typeof readFees>>[number]): Payable => {
  const isOpen = stageOf(of.state) === 'fee'
  return {
    id: fee.applicationId,
    name: of.name,
    calls: [of.shortName],
    about: aboutOf(of),
    numbers: of.number ? [of.number] : [],
    amount: fee.amount,
    isOpen,
    stateName: isOpen || fee.state === 'confirmed' ? feeNames[fee.state] : nameOfState(of.state),
    route: `/staff/review/${fee.applicationId}`,
  }
}

/** An application is called by its applicant and the certificate: 北京某某公司 设备维修. */
const aboutOf = ({ title, name }: { title: string; name: string }) => `${title.replace(name, '').trim()}评审费`
