import { eq } from 'drizzle-orm'
import type { Download, Parsed } from '#lib/contract.ts'
import { dayOf, iso, longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { type FormField, type FormValues, wordsOf } from '#lib/form.ts'
import type { Ctx } from '#lib/server/context.ts'
import { privateDownload } from '#lib/server/download.ts'
import { type FormDocument, formDocx, formPdf } from '#lib/server/formDocument.ts'
import { newestApplication, ownApplication, valuesOf } from '#modules/review/server/applications.ts'
import { type Application, kindOf } from '#modules/review/server/kinds.ts'
import { printOf } from '#modules/review/server/prints.ts'
import { readPublicConfig, readSetting } from '#modules/settings/server/settings.ts'
import type { membershipContract } from '../contract.ts'
import { feeNoticePdf, feeReceiptPdf, membershipCertificatePdf } from './certificateSheet.ts'
import { ownFee } from './feePaying.ts'
import { readFees } from './feeQueries.ts'
import { type Fee, feeOf } from './fees.ts'
import { membershipKind, personalMembershipKind } from './kinds.ts'
import { ownMember } from './own.ts'
import { memberFee, memberLevel } from './tables.ts'

type Asked = Parsed<(typeof membershipContract)['POST /member/download']>

const PDF = 'application/pdf'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export async function download(ctx: Ctx, asked: Asked): Promise<Download> {
  if (asked.type === 'certificate') return certificateOf(ctx)
  if (asked.feeId !== undefined && asked.type !== 'applyForm') return yearDocument(ctx, asked.feeId, asked.type)
  const of = await applicationFor(ctx, asked.id)
  if (asked.type === 'applyForm') return applicationForm(ctx, of, asked.format)
  return feeDocument(ctx, of, asked.type)
}

async function applicationFor(ctx: Ctx, id: number | undefined): Promise<Application> {
  if (id !== undefined) return ownApplication(ctx, id)
  const newest =
    (await newestApplication(ctx, membershipKind)) ?? (await newestApplication(ctx, personalMembershipKind))
  if (!newest) throw conflict('还没有入会申请')
  return newest
}

/** 申请表, to be printed, signed and sealed; its QR code says which version it is. */
async function applicationForm(ctx: Ctx, of: Application, format: 'pdf' | 'docx'): Promise<Download> {
  if (of.revision === 0) throw conflict('请先提交申请表，再下载打印')
  const { association } = await readPublicConfig(ctx)
  const kind = kindOf(of)
  const { fields } = await kind.schema(ctx, of)
  const { qr } = await printOf(ctx, of)
  const document: FormDocument = {
    association: association.name,
    title: `${kind.name}表`,
    number: of.number!,
    revision: of.revision,
    printedOn: longDay(dayOf(ctx.now)),
    sections: sectionsOf(fields, await valuesOf(ctx, of)),
    signatures: signatures(of),
    note: '请勿涂改二维码。打印后如修改了申请内容，须重新下载打印。',
    qr,
  }
  const name = `${of.number}-${kind.name}表-第${of.revision}版`
  return format === 'docx'
    ? privateDownload(`${name}.docx`, DOCX, await formDocx(document))
    : privateDownload(`${name}.pdf`, PDF, await formPdf(document))
}

/** Pictures are not printed; what takes much room goes over the whole width. */
function sectionsOf(fields: readonly FormField[], values: FormValues): FormDocument['sections'] {
  const printed = fields.filter(({ kind }) => kind !== 'picture')
  const titles = [...new Set(printed.map(({ section }) => section))]
  return titles.map(title => ({
    title,
    rows: printed
      .filter(({ section }) => section === title)
      .map(field => ({
        label: field.label,
        text: field.kind === 'agreement' ? (field.hint ?? '') : wordsOf(field, values[field.name]),
        wide: /^(paragraph|agreement|url|organisationName)$/.test(field.kind) || field.name === 'address',
      })),
  }))
}

const signatures = ({ kind }: Application) =>
  kind === 'membership'
    ? [
        { title: '法定代表人（负责人）签字', lines: ['签字：', '日期：　　　年　　月　　日'] },
        { title: '申请单位盖章', lines: ['（盖章处）', '日期：　　　年　　月　　日'] },
      ]
    : [{ title: '申请人签字', lines: ['签字：', '日期：　　　年　　月　　日'] }]

async function feeDocument(ctx: Ctx, of: Application, type: FeeDocument): Promise<Download> {
  const fee = await feeOf(ctx, of)
  if (!fee) throw conflict('尚未到缴费环节')
  return feeSheet(ctx, fee, type, { number: of.number!, payer: of.title, remark: `${of.title} ${of.number}` })
}

/** Of a fee that came after the first. */
async function yearDocument(ctx: Ctx, feeId: number, type: FeeDocument): Promise<Download> {
  const fee = await ownFee(ctx, feeId)
  const [row] = await readFees(ctx, eq(memberFee.id, feeId))
  const { name: payer, number } = row!
  return feeSheet(ctx, fee, type, { number, payer, remark: `${number} ${fee.year} 年度会费` })
}

type FeeDocument = 'feeNotice' | 'receipt'
type Payer = { number: string; payer: string; remark: string }

async function feeSheet(ctx: Ctx, fee: Fee, type: FeeDocument, { remark, ...payer }: Payer): Promise<Download> {
  if (type === 'receipt' && fee.state !== 'confirmed') throw conflict('会费到账确认后，可下载确认单')
  const { association } = await readPublicConfig(ctx)
  const [level] = await ctx.db.select().from(memberLevel).where(eq(memberLevel.code, fee.levelCode))
  const about = {
    ...{ ...payer, association: association.name, year: fee.year, levelName: level!.name, amount: fee.amount },
    issuedOn: longDay(dayOf(ctx.now)),
  }
  if (type === 'receipt') {
    const paidOn = longDay(fee.paidOn ?? iso(fee.confirmedAt!))
    return privateDownload(`${payer.number}-会费缴纳确认单.pdf`, PDF, await feeReceiptPdf({ ...about, paidOn }))
  }
  const account = (await readSetting(ctx, 'payAccount')) ?? { name: '', bank: '', number: '', code: '' }
  return privateDownload(`${payer.number}-缴费通知.pdf`, PDF, await feeNoticePdf({ ...about, account, remark }))
}

async function certificateOf(ctx: Ctx): Promise<Download> {
  const own = await ownMember(ctx)
  if (!own?.certificate) throw conflict('还没有会员证书')
  const { member, level, certificate } = own
  const { association } = await readPublicConfig(ctx)
  const bytes = await membershipCertificatePdf({
    association: association.name,
    ...{ memberNo: certificate.number, name: certificate.holderName, levelName: level.name },
    joinedOn: longDay(member.joinedOn),
    validTo: certificate.validTo && longDay(certificate.validTo),
    issuedOn: longDay(certificate.issuedOn),
    verifyUrl: `${ctx.config.publicUrl}/admin/verify?token=${certificate.token}`,
  })
  return privateDownload(`${certificate.number}-会员证书.pdf`, PDF, bytes)
}
