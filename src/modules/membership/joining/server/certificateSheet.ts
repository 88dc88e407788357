import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { longDay } from '#lib/dates.ts'
import { capitalMoney, formatCurrency } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { letterPdf, type PayAccount, payTable } from '#lib/server/documents/letter.ts'
import type { Paper } from '#modules/certificates/server/certificateCatalogue.ts'
import { certificateSheet } from '#modules/certificates/server/certificateSheet.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { member } from '#modules/membership/server/tables.ts'

const template = readFileSync(new URL('./certificate.typ', import.meta.url), 'utf8')

/** 会员证书, to be sealed by hand and checked by its QR code. */
export async function membershipSheet(ctx: Pick<Ctx, 'db'>, of: Certificate, paper: Paper): Promise<Buffer> {
  const joinedOn = await joinedOnOf(ctx, of)
  const facts = [
    ['会员编号', of.number],
    ...(joinedOn ? [['入会日期', longDay(joinedOn)]] : []),
    ['有效期至', of.validTo ? longDay(of.validTo) : '长期有效'],
  ]
  const data = {
    association: of.issuer,
    memberNo: of.number,
    name: of.holderName,
    levelName: of.levelName,
    issuedOn: longDay(of.issuedOn),
    facts,
  }
  return certificateSheet(template, of, data, paper)
}

/** Date on which the holder joined; undefined for non-members, as in a sample. */
export async function joinedOnOf({ db }: Pick<Ctx, 'db'>, { organisationId, personId }: Certificate) {
  const holder = organisationId ? eq(member.organisationId, organisationId) : eq(member.personId, personId ?? 0)
  const [found] = await db.select({ joinedOn: member.joinedOn }).from(member).where(holder)
  return found?.joinedOn
}

type Fee = {
  association: string
  colour?: string
  /** Number of the application or of the member. */
  number: string
  payer: string
  year: number
  levelName: string
  amount: number
  issuedOn: string
}

const about = ({ association, colour, number, payer, issuedOn }: Fee) => ({
  association,
  colour,
  number,
  addressee: payer,
  issuedOn,
})

const factsOf = ({ year, levelName, amount }: Fee) => [
  ['会费年度', `${year} 年度`],
  ['会员级别', levelName],
  ['金额（小写）', formatCurrency(amount)],
  ['金额（大写）', `人民币${capitalMoney(amount)}`],
]

export type FeeNotice = Fee & {
  /** What has come of the fee already, in yuan; `amount` is the rest. */
  received: number
  account: PayAccount
  /** Text for the remark of the bank transfer. */
  remark: string
}

/** 缴费通知: how much, to whom, and what to write beside it. */
export const feeNoticePdf = ({ account, remark, received, ...of }: FeeNotice): Promise<Buffer> =>
  letterPdf({
    ...about(of),
    title: '会费缴纳通知',
    opening: '根据协会章程和会费标准，请按下列金额缴纳会费。',
    tables: [
      ['', [...factsOf(of), ...(received > 0 ? [['此前已缴', formatCurrency(received)]] : [])]],
      payTable(account, remark),
    ],
    notes: ['汇款后请在会员中心上传汇款凭证。到账后，协会开具社会团体会费电子票据，发送到您填写的邮箱。'],
  })

export type FeeReceipt = Fee & { paidOn: string }

/** 会费缴纳确认单: that the money has come; not the 票据 itself. */
export const feeReceiptPdf = ({ paidOn, ...of }: FeeReceipt): Promise<Buffer> =>
  letterPdf({
    ...about(of),
    title: '会费缴纳确认单',
    opening: '协会已收到贵方缴纳的下列会费，特此确认。',
    tables: [['', [...factsOf(of), ['缴费日期', paidOn]]]],
    notes: ['本确认单不作报销凭证；社会团体会费电子票据另行发送到登记的邮箱。'],
  })
