import { asc, eq, inArray, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { statusNames, statusOf } from '#modules/adverts/advertStatus.ts'
import { isFeeOfAdvert } from '#modules/adverts/server/heads.ts'
import { advert } from '#modules/adverts/server/tables.ts'
import { type RefundState, refundStateNames } from '#modules/ledger/refundWords.ts'
import { receivable, refund } from '#modules/ledger/server/tables.ts'
import { paymentLetter } from '#modules/money/letters/server/tables.ts'
import { isOf } from '#modules/money/receivables/server/payers.ts'
import { records } from '#modules/money/receivables/server/records.ts'
import { stateAt } from '#modules/money/refunds/server/refundState.ts'
import { receipt } from '#modules/money/server/tables.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { resultNames } from '#modules/training/participantWords.ts'
import { course, participant, registration } from '#modules/training/server/tables.ts'
import { awardEntriesOf, awardScoresOf } from './awards.ts'
import { applicationsOf, filesOf, messagesOf, receiptTitlesOf, textsOf } from './business.ts'
import { accountOf, auditOf, clerksOf, consentsOf, sessionsOf, wechatsOf } from './identity.ts'
import {
  certificatesOf,
  employmentsOf,
  lookupsOf,
  membershipOf,
  organisationOf,
  personOf,
  studiesOf,
} from './registers.ts'
import { surveysOf } from './surveys.ts'

/** Subject of the data: an account, or a person of the register who has none (`id` 0). */
export type Subject = Pick<Account, 'id' | 'organisationId' | 'personId' | 'phoneHash'>

type Rows = Promise<Record<string, unknown>[]>

/** A kind of thing that we know of somebody: what for, for how long, and the rows themselves, opened for their owner. */
export type Holding = {
  kind: string
  name: string
  purpose: string
  retention: string
  read: (ctx: Ctx, own: Subject) => Rows
}

const UNTIL_DELETION = '保存到注销账号为止'
const BY_LAW = '依法律和档案规定长期留存，注销账号后仍保留'

export const holdings: Holding[] = [
  { kind: 'account', name: '账号', purpose: '登录，确认是您本人', retention: UNTIL_DELETION, read: accountOf },
  { kind: 'sessions', name: '登录', purpose: '保护账号安全', retention: '退出后保留 30 天', read: sessionsOf },
  {
    kind: 'wechats',
    name: '绑定的微信',
    purpose: '扫码登录，在微信里收到消息',
    retention: '保存到解绑或注销账号为止',
    read: wechatsOf,
  },
  {
    kind: 'clerks',
    name: '代办的单位',
    purpose: '证明您可以办理哪些单位的事务，以及由谁邀请',
    retention: '单位长期留存办理记录，注销账号后不再显示姓名',
    read: clerksOf,
  },
  { kind: 'consents', name: '同意记录', purpose: '证明处理有您的同意', retention: BY_LAW, read: consentsOf },
  {
    kind: 'organisation',
    name: '单位及联系人',
    purpose: '办理单位的申请，编制会员名录',
    read: organisationOf,
    retention: '联系人保存到注销账号为止，会员单位的登记长期留存',
  },
  {
    kind: 'person',
    name: '个人资料',
    purpose: '办理个人的申请，颁发证书',
    read: personOf,
    retention: '保存到注销账号为止；已是会员或持证的，登记长期留存',
  },
  {
    kind: 'employments',
    name: '任职经历',
    purpose: '核对单位的持证人员',
    read: employmentsOf,
    retention: '保存到注销账号为止；已是会员或持证的，登记长期留存',
  },
  {
    kind: 'studies',
    name: '继续教育学时',
    purpose: '办理证书延续',
    read: studiesOf,
    retention: '保存到注销账号为止；已是会员或持证的，登记长期留存',
  },
  {
    kind: 'applications',
    name: '申请',
    purpose: '审核、审议和公示',
    read: applicationsOf,
    retention: '已通过的长期留存；其余保存到注销账号为止',
  },
  {
    kind: 'files',
    name: '上传的文件',
    purpose: '审核材料，展示单位',
    read: filesOf,
    retention: '未使用的保留 30 天；已通过申请的材料长期留存；其余保存到注销账号为止',
  },
  {
    kind: 'receiptTitles',
    name: '票据抬头',
    purpose: '下次缴费时不必再填',
    read: receiptTitlesOf,
    retention: UNTIL_DELETION,
  },
  {
    kind: 'refunds',
    name: '退款',
    purpose: '把多收的款项退到您的账户',
    read: refundsOf,
    retention: BY_LAW,
  },
  { kind: 'receipts', name: '收据', purpose: '证明收到您的款项', retention: BY_LAW, read: receiptsOf },
  {
    kind: 'paymentLetters',
    name: '缴费通知书和催缴函',
    purpose: '通知、催缴应缴的款项',
    retention: BY_LAW,
    read: paymentLettersOf,
  },
  { kind: 'messages', name: '消息', purpose: '通知您事项的进展', retention: UNTIL_DELETION, read: messagesOf },
  { kind: 'texts', name: '发出的短信和邮件', purpose: '通知您事项的进展', retention: '保留 180 天', read: textsOf },
  { kind: 'membership', name: '会员登记', purpose: '会员管理', retention: BY_LAW, read: membershipOf },
  { kind: 'certificates', name: '证书', purpose: '供公众查验', retention: BY_LAW, read: certificatesOf },
  {
    kind: 'training',
    name: '培训记录',
    purpose: '办理培训，核对成绩和证书',
    read: trainingOf,
    retention: '未参训的报名保留 180 天；参训和成绩随证书档案留存',
  },
  {
    kind: 'adverts',
    name: '广告',
    purpose: '审核和投放广告，核对广告费',
    read: advertsOf,
    retention: '投放记录长期留存；联系人随申请，未通过的保存到注销账号为止',
  },
  {
    kind: 'surveys',
    name: '填写的问卷',
    purpose: '了解会员的情况和意见，办理您在问卷里提出的事',
    retention: '按每份问卷的保存期限清除名字和联系方式；保密和匿名的不知道是谁的',
    read: surveysOf,
  },
  {
    kind: 'awardEntries',
    name: '奖励申报',
    purpose: '评审、公示和授奖',
    read: awardEntriesOf,
    retention: '获奖的长期留存，名单中的名称和姓名经同意公开；其余保存到注销账号为止',
  },
  {
    kind: 'awardScores',
    name: '评审专家的评分',
    purpose: '评审奖励申报，核对评审记录',
    read: awardScoresOf,
    retention: '随评审记录长期留存，注销账号后仍保留',
  },
  {
    kind: 'lookups',
    name: '证书被查验的次数',
    purpose: '让您知道证书被查验的情况',
    read: lookupsOf,
    retention: '随证书留存；不记录查验人',
  },
  {
    kind: 'audit',
    name: '安全记录',
    purpose: '发现和处理冒用与攻击',
    read: auditOf,
    retention: '依《网络安全法》至少保存 6 个月，注销账号后仍保留',
  },
]

/** The adverts that were drawn up with this account; what was filled in stands with the applications. */
async function advertsOf({ db, now }: Ctx, { id }: Subject) {
  const rows = await db
    .select({ advert, fee: receivable })
    .from(advert)
    .leftJoin(receivable, isFeeOfAdvert)
    .where(eq(advert.accountId, id))
    .orderBy(asc(advert.id))
  return rows.map(({ advert: of, fee }) => ({
    number: of.number,
    title: of.title,
    position: of.position,
    startsOn: of.startsOn,
    endsOn: of.endsOn,
    status: statusNames[statusOf(of, dayOf(now))],
    alt: of.alt,
    linkUrl: of.linkUrl,
    fee: fee && {
      amount: fee.amount,
      paidOn: fee.paidOn,
      payer: fee.payer,
      invoiceTitle: fee.invoiceTitle,
      invoiceCreditCode: fee.invoiceCreditCode,
      invoiceEmail: fee.invoiceEmail,
    },
  }))
}

/** The classes in which the person of this account takes or took part. */
async function trainingOf({ db }: Ctx, { personId }: Subject) {
  if (personId === null) return []
  const rows = await db
    .select({ participant, registration, course })
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .innerJoin(course, eq(course.id, registration.courseId))
    .where(eq(participant.personId, personId))
    .orderBy(asc(participant.id))
  return rows.map(
    ({ participant: of, registration: { number, organisationName, status }, course: { title, startsOn } }) => ({
      course: title,
      startsOn,
      registration: number,
      organisationName,
      status: enrolmentStatusNames[status],
      ticketNumber: of.ticketNumber,
      checkedInAt: of.checkedInAt,
      seat: of.seat,
      result: resultNames[of.result],
      consentAt: of.consentAt,
      answers: of.own,
    }),
  )
}

type RefundAccount = { payee: string; bank: string; sealed: string | null; state: RefundState }

/** Refunds to the account, with the bank account number decrypted for its owner. */
async function refundsOf(ctx: Ctx, own: Subject) {
  const { rows } = await ctx.db.execute<
    RefundAccount & { subject: string; amount: string; reason: string; paidOn: string | null }
  >(sql`
    select r.about as subject, ${refund.amount} as amount, ${refund.reason} as reason, ${refund.payee} as payee,
      ${refund.bank} as bank, ${refund.accountSealed} as sealed, ${stateAt(ctx)} as state, ${refund.paidOn}::text as "paidOn"
    from ${refund} join ${records} on r.kind = ${refund.payable} and r.payable_id = ${refund.payableId}
    where ${isOf(own)} order by ${refund.id}`)
  return rows.map(({ sealed, payee, bank, amount, state, ...one }) => ({
    ...one,
    amount: Number(amount),
    to: [payee, bank, sealed ? ctx.encryption.decrypt(sealed) : ''].filter(Boolean).join(' '),
    state: refundStateNames[state],
  }))
}

async function paymentLettersOf({ db }: Ctx, { id, organisationId, personId }: Subject) {
  const keys = [`a${id}`, `o${organisationId}`, `p${personId}`]
  const rows = await db
    .select()
    .from(paymentLetter)
    .where(inArray(paymentLetter.payerKey, keys))
    .orderBy(asc(paymentLetter.id))
  return rows.map(({ number, address, total, printedAt }) => ({
    number,
    address,
    amount: total,
    day: dayOf(printedAt),
  }))
}

async function receiptsOf({ db }: Ctx, own: Subject) {
  const { rows } = await db.execute<{ number: string; subject: string; amount: string; day: string }>(sql`
    select ${receipt.number} as number, ${receipt.about} as subject, ${receipt.amount} as amount,
      ${receipt.issuedOn}::text as "day"
    from ${receipt} join ${records} on r.kind = ${receipt.payable} and r.payable_id = ${receipt.payableId}
    where ${isOf(own)} order by ${receipt.id}`)
  return rows.map(({ amount, ...one }) => ({ ...one, amount: Number(amount) }))
}
