import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { feeStatusOf, isPaidRecently, recordOfFee, titleColumns } from '#modules/ledger/kinds/server/applicationFees.ts'
import { defineReceivable, type OpenReceivable, passFee } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { ADVERT_FEE } from '../advertStatus.ts'
import { advertiserOf } from './advertisers.ts'
import { invoiceVersion } from './desk/adverts.ts'
import { issueAdvertInvoice } from './desk/invoices.ts'
import { giveUp, refundTerms } from './givingUp.ts'
import { advert, advertFee } from './tables.ts'

/** 广告费, found in the bank; each by the id of its application. */
defineReceivable({
  kind: ADVERT_FEE,
  order: 30,
  name: '广告费',
  words: ['广告'],
  ending: 3,
  subject: '4301 提供服务收入',
  payPages: { member: id => `/admin/user/adverts/${id}` },
  records: {
    from: sql`${advertFee}
      join ${advert} on ${advert.id} = ${advertFee.advertId}
      join ${application} on ${application.id} = ${advert.applicationId}
      left join ${organisation} on ${organisation.id} = ${advert.organisationId}
      left join ${person} on ${person.id} = ${advert.personId}`,
    // Settled when it is handed in, owed when it is approved of.
    where: sql`${advertFee.amount} > 0 and (${advertFee.state} <> 'due' or ${application.state} in ('unpaid', 'paying'))`,
    columns: {
      payableId: application.id,
      number: sql`coalesce(${application.number}, '')`,
      payer: sql`coalesce(${organisation.name}, ${person.name}, '协会')`,
      about: sql`'广告“' || ${advert.title} || '”'`,
      province: sql`coalesce(${organisation.provinceCode}, ${person.provinceCode})`,
      ...recordOfFee(advertFee),
      invoiceTitle: sql`coalesce(nullif(${advertFee.invoiceTitle}, ''), ${organisation.name}, ${person.name}, '')`,
      invoiceCode: sql`coalesce(nullif(${advertFee.invoiceCreditCode}, ''), ${organisation.creditCode}, '')`,
      organisationId: advert.organisationId,
      personId: advert.personId,
      accountId: advert.accountId,
    },
  },
  async list(ctx, ids) {
    const rows = await readFees(ctx, ids ? inArray(advert.applicationId, [...ids]) : current)
    return rows.map(toPayable)
  },
  async lock(ctx, id) {
    const of = await lockApplication(ctx, id)
    const [fee] = await ctx.db
      .select()
      .from(advertFee)
      .where(eq(advertFee.advertId, of.subjectId ?? 0))
      .for('update')
    if (!fee) throw notFound('这笔广告费不存在')
    return { of, fee }
  },
  async pay(ctx, { of, fee }, { paidOn, payer, from }) {
    const paid = { paidOn, payer: payer || fee.payer }
    await ctx.db
      .update(advertFee)
      .set({ ...paid, state: 'claimed', claimedAt: fee.claimedAt ?? ctx.now })
      .where(eq(advertFee.advertId, fee.advertId))
    await passFee(ctx, of, { ...paid, from })
    return undefined
  },
  refundTerms,
  giveUp,
  async setTitle({ db }, id, title) {
    const ofApplication = sql`(select ${advert.id} from ${advert} where ${advert.applicationId} = ${id})`
    await db.update(advertFee).set(titleColumns(title)).where(sql`${advertFee.advertId} in ${ofApplication}`)
  },
  async clearInvoice({ db }, id) {
    const ofApplication = sql`(select ${advert.id} from ${advert} where ${advert.applicationId} = ${id})`
    const none = { invoiceNumber: '', invoiceIssuedOn: null, invoiceFileId: null }
    await db.update(advertFee).set(none).where(sql`${advertFee.advertId} in ${ofApplication}`)
  },
  async issueInvoice(ctx, id, invoice) {
    const [of] = await ctx.db
      .select({ fee: advertFee })
      .from(advertFee)
      .innerJoin(advert, eq(advert.id, advertFee.advertId))
      .where(eq(advert.applicationId, id))
    if (!of) throw notFound('这笔广告费不存在')
    const seen = { id: of.fee.advertId, version: invoiceVersion(of.fee) }
    await issueAdvertInvoice(ctx, { ...seen, ...invoice })
  },
})

const current = and(
  gt(advertFee.amount, 0),
  or(inArray(application.state, ['unpaid', 'paying']), isPaidRecently(advertFee)),
)

const readFees = ({ db }: Ctx, where: typeof current) =>
  db
    .select({
      fee: advertFee,
      title: advert.title,
      id: application.id,
      number: application.number,
      state: application.state,
      organisationName: organisation.name,
      personName: person.name,
      shortName: organisation.shortName,
    })
    .from(advertFee)
    .innerJoin(advert, eq(advert.id, advertFee.advertId))
    .innerJoin(application, eq(application.id, advert.applicationId))
    .leftJoin(organisation, eq(organisation.id, advert.organisationId))
    .leftJoin(person, eq(person.id, advert.personId))
    .where(where)
    .orderBy(asc(advertFee.advertId))

const toPayable = ({ fee, ...of }: Awaited<ReturnType<typeof readFees>>[number]): OpenReceivable => ({
  id: of.id,
  name: advertiserOf(of),
  calls: of.shortName ? [of.shortName] : [],
  about: `广告“${of.title}”`,
  numbers: of.number ? [of.number] : [],
  amount: fee.amount,
  ...feeStatusOf(fee, of.state),
  route: `/staff/review/${of.id}`,
})
