import { readFileSync } from 'node:fs'
import { capitalMoney, figures } from '#lib/money.ts'
import { qrSvg } from '#lib/server/formDocument.ts'
import { toPdf } from '#lib/server/pdf.ts'
import { printable } from '#lib/server/printable.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const certificateTemplate = read('./certificate.typ')
const feeTemplate = read('./feeSheet.typ')

export type MembershipCertificate = {
  association: string
  memberNo: string
  name: string
  levelName: string
  joinedOn: string
  /** Null: until further notice. */
  validTo: string | null
  issuedOn: string
  verifyUrl: string
}

/** 会员证书, to be sealed by hand and checked by its QR code. */
export async function membershipCertificatePdf({ verifyUrl, ...of }: MembershipCertificate): Promise<Buffer> {
  const facts = [
    ['会员编号', of.memberNo],
    ['入会日期', of.joinedOn],
    ['有效期至', of.validTo ?? '长期有效'],
  ]
  return toPdf(certificateTemplate, { ...printable({ ...of, facts }), qrSvg: await qrSvg(verifyUrl) })
}

type Fee = {
  association: string
  /** Of the application, or of the member. */
  number: string
  payer: string
  year: number
  levelName: string
  amount: number
  issuedOn: string
}

const factsOf = ({ year, levelName, amount }: Fee) => [
  ['会费年度', `${year} 年度`],
  ['会员级别', levelName],
  ['金额（小写）', figures(amount)],
  ['金额（大写）', `人民币${capitalMoney(amount)}`],
]

export type FeeNotice = Fee & {
  account: { name: string; bank: string; number: string; code: string }
  /** What the payer writes beside the transfer. */
  remark: string
}

/** 缴费通知: how much, to whom, and what to write beside it. */
export async function feeNoticePdf({ account, remark, ...of }: FeeNotice): Promise<Buffer> {
  return toPdf(
    feeTemplate,
    printable({
      ...of,
      title: '会费缴纳通知',
      opening: '根据协会章程和会费标准，请按下列金额缴纳会费。',
      facts: factsOf(of),
      account: [
        ['户名', account.name],
        ['开户行', account.bank],
        ['账号', account.number.replace(/\d{4}(?=\d)/g, '$& ')],
        ...(account.code ? [['行号', account.code]] : []),
        ['汇款备注', remark],
      ],
      notes: ['汇款后请在会员中心上传汇款凭证。到账后，协会开具社会团体会费电子票据，发送到您填写的邮箱。'],
    }),
  )
}

export type FeeReceipt = Fee & { paidOn: string }

/** 会费缴纳确认单: that the money has come; not the 票据 itself. */
export async function feeReceiptPdf({ paidOn, ...of }: FeeReceipt): Promise<Buffer> {
  return toPdf(
    feeTemplate,
    printable({
      ...of,
      title: '会费缴纳确认单',
      opening: '协会已收到贵方缴纳的下列会费，特此确认。',
      facts: [...factsOf(of), ['缴费日期', paidOn]],
      account: [],
      notes: ['本确认单不作报销凭证；社会团体会费电子票据另行发送到登记的邮箱。'],
    }),
  )
}
