import { and, asc, eq, inArray } from 'drizzle-orm'
import { addDays, dayOf, longDay, startOf } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import type { Services } from '#lib/server/api/context.ts'
import { letterPdf } from '#lib/server/documents/letter.ts'
import { picture } from '#modules/content/server/demo/pictures.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { type NewFee, raiseFees, selectFees, writeFees } from '../feeRows.ts'
import { member, memberFee, memberLevel } from '../tables.ts'
import { demoStatement } from './statement.ts'

type Loading = Services & { now: Date }

/** Members whose fee for the next year is already raised, with the state of its slip. */
const early = [
  '北京清源锅炉清洗有限公司',
  '青岛海岳锅炉制造有限公司',
  '苏州恒蓝水处理科技有限公司',
  '常州市特种设备检测中心',
]
const claimed = ['苏州恒蓝水处理科技有限公司', '常州市特种设备检测中心']

/** Demo fees, paid and open, and a bank statement that matches some of them. */
export async function demoFees(ctx: Loading) {
  const thisYear = Number(dayOf(ctx.now).slice(0, 4))
  const rows = await ctx.db
    .select({ member, fee: memberLevel.fee, name: organisation.name, creditCode: organisation.creditCode })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .where(inArray(member.status, ['active', 'unpaid', 'overdue', 'suspended']))
    .orderBy(asc(member.id))
  const fees: NewFee[] = []
  for (const { member: of, fee: amount, name, creditCode } of rows) {
    const first = Math.max(thisYear - 1, Number(of.joinedOn.slice(0, 4)))
    const shared = { memberId: of.id, levelCode: of.levelCode, amount, payer: '' }
    const paid = { payer: name, receiptTitle: name, receiptCreditCode: creditCode, state: 'confirmed' as const }
    for (let year = first; year <= thisYear; year++) {
      const createdAt = startOf(`${year}-01-05`)
      const spring = `${year}-0${1 + (of.id % 3)}-1${of.id % 10}`
      const paidOn = spring < dayOf(ctx.now) ? spring : dayOf(ctx.now)
      const late = addDays(dayOf(ctx.now), year < thisYear ? -400 : -1)
      const isPaid = of.feePaidYear !== null && year <= of.feePaidYear
      fees.push(isPaid ? { ...shared, ...paid, year, paidOn, createdAt } : { ...shared, year, dueOn: late, createdAt })
    }
    if (!early.includes(name)) continue
    const next = { ...shared, year: thisYear + 1, dueOn: `${thisYear + 1}-06-30`, createdAt: ctx.now }
    const slip = { ...paid, state: 'claimed' as const, paidOn: addDays(dayOf(ctx.now), -2), claimedAt: ctx.now }
    fees.push(claimed.includes(name) ? { ...next, ...slip, slipId: await slipOf(ctx, name) } : next)
  }
  await raiseFees(ctx, fees)
  const payerOf = (wanted: string) => rows.find(({ name }) => name === wanted)!
  await sendReceipt(ctx, payerOf(early[0]!).member.id, thisYear - 1)
  await demoStatement(ctx, payerOf(early[0]!), payerOf(early[1]!))
}

/** Issues the 票据 for a fee paid that year; it appears in the member centre. */
async function sendReceipt(ctx: Loading, memberId: number, year: number) {
  const which = and(eq(memberFee.memberId, memberId), eq(memberFee.year, year), eq(receivable.state, 'confirmed'))
  const [fee] = await selectFees(ctx).where(which)
  if (!fee) return
  const receiptIssuedOn = addDays(fee.paidOn!, 3)
  const receiptNumber = `00${year}${String(fee.id).padStart(4, '0')}`
  const bytes = await letterPdf({
    association: '演示数据',
    title: '社会团体会费电子票据',
    number: receiptNumber,
    issuedOn: longDay(receiptIssuedOn),
    addressee: fee.receiptTitle,
    opening: '这一页代替真实的电子票据，只用于演示。',
    tables: [['', [[`${year} 年度会费`, `${formatYuan(fee.amount)} 元`]]]],
    notes: [],
  })
  const name = `${year}年度会费电子票据.pdf`
  const receiptFileId = await keepFile(ctx, { name, type: 'application/pdf', bytes, isPublic: false })
  await writeFees(ctx, [fee.id], { receiptFileId, receiptNumber, receiptIssuedOn })
}

const slipOf = (ctx: Loading, name: string) =>
  keepFile(ctx, {
    name: `${name}汇款凭证.svg`,
    type: 'image/svg+xml',
    width: 1200,
    height: 675,
    isPublic: false,
    bytes: Buffer.from(picture('meeting', name.length)),
  })
