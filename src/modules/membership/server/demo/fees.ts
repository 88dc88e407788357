import { asc, eq, inArray } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { picture } from '#modules/content/server/demo/pictures.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { bankLine, bankStatement, member, memberFee, memberLevel } from '../tables.ts'

type Loading = Services & { now: Date }
type NewFee = typeof memberFee.$inferInsert

/** Whose fee of the next year has been raised already, and who has shown a slip for it. */
const early = [
  '北京清源锅炉清洗有限公司',
  '青岛海岳锅炉制造有限公司',
  '苏州恒蓝水处理科技有限公司',
  '常州市特种设备检测中心',
]
const claimed = ['苏州恒蓝水处理科技有限公司', '常州市特种设备检测中心']

/** What members have paid and still owe, and a bank statement in which some of it is found. */
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
  await ctx.db.insert(memberFee).values(fees)
  await insertStatement(
    ctx,
    rows.map(({ member: { number }, name, fee }) => ({ number, name, fee })),
  )
}

const slipOf = (ctx: Loading, name: string) =>
  keepFile(ctx, {
    ...{ name: `${name}汇款凭证.svg`, type: 'image/svg+xml', width: 1200, height: 675, isPublic: false },
    bytes: Buffer.from(picture('meeting', name.length)),
  })

type Payer = { number: string; name: string; fee: number }

/** One by its number, one by its name, a sum that differs, and something that is no fee. */
async function insertStatement(ctx: Loading, payers: Payer[]) {
  const by = (name: string) => payers.find(payer => payer.name === name)!
  const [qingyuan, haiyue] = [by(early[0]!), by(early[1]!)]
  const lines = [
    { payer: '青岛海岳集团财务公司', amount: haiyue.fee, remark: `会费 ${haiyue.number}` },
    { payer: qingyuan.name, amount: qingyuan.fee, remark: '会费' },
    { payer: '桂林漓江清洗服务有限公司', amount: 1_500, remark: '补缴会费' },
    { payer: '某某广告有限公司', amount: 3_000, remark: '场地押金' },
  ]
  const [cashier] = await ctx.db.select().from(account).where(eq(account.userName, 'cashier'))
  const [statement] = await ctx.db
    .insert(bankStatement)
    .values({
      ...{ bank: '示例银行北京分行', fileName: '收入明细.xlsx', known: 0, passedOver: 3 },
      ...{ importedBy: cashier!.id, importedName: cashier!.displayName, createdAt: ctx.now },
    })
    .returning({ id: bankStatement.id })
  await ctx.db.insert(bankLine).values(
    lines.map((line, i) => ({
      ...{ ...line, statementId: statement!.id, row: i + 2, paidOn: addDays(dayOf(ctx.now), i - 6) },
      ...{ serial: `DEMO${i + 1}`, digest: ctx.sealer.hash(`demo statement ${i}`) },
      ...{ accountSealed: ctx.sealer.seal(`622202000000000${1000 + i}`), accountMasked: `**** ${1000 + i}` },
    })),
  )
}
