import { eq } from 'drizzle-orm'
import type { Download, Parsed } from '#lib/contract.ts'
import { dayOf, iso, longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificatePdf } from '#modules/certificates/documents/server/certificateFile.ts'
import { allocatedTo } from '#modules/ledger/allocating/server/owed.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { ownFee } from '#modules/membership/fees/server/feePaying.ts'
import { readFees } from '#modules/membership/fees/server/feeQueries.ts'
import { feeOf } from '#modules/membership/fees/server/fees.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import type { joiningContract } from '#modules/membership/joining/contract.ts'
import { feeNoticePdf, feeReceiptPdf } from '#modules/membership/joining/server/certificateSheet.ts'
import { membershipKind, personalMembershipKind } from '#modules/membership/joining/server/membershipApplications.ts'
import type { Fee } from '#modules/membership/server/feeRows.ts'
import { ownMember } from '#modules/membership/server/ownMember.ts'
import { memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { applicationSheet } from '#modules/review/applying/server/applicationSheet.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { newestApplication, ownApplication } from '#modules/review/server/applications.ts'
import { readPublicConfig, readSetting } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'

type DownloadInput = Parsed<(typeof joiningContract)['POST /member/download']>

export async function download(ctx: Ctx, asked: DownloadInput): Promise<Download> {
  if (asked.type === 'certificate') return certificateOf(ctx)
  if (asked.feeId !== undefined && asked.type !== 'applyForm') return yearDocument(ctx, asked.feeId, asked.type)
  const of = await applicationFor(ctx, asked.id)
  if (asked.type === 'applyForm') return applicationSheet(ctx, of, { format: asked.format, signatures: signatures(of) })
  return feeDocument(ctx, of, asked.type)
}

async function applicationFor(ctx: Ctx, id: number | undefined): Promise<Application> {
  if (id !== undefined) return ownApplication(ctx, id)
  const newest =
    (await newestApplication(ctx, membershipKind)) ?? (await newestApplication(ctx, personalMembershipKind))
  if (!newest) throw conflict('还没有入会申请')
  return newest
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

/** Document for a yearly fee after the first one. */
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
  const { association, colour } = await readPublicConfig(ctx)
  const [level] = await ctx.db.select().from(memberLevel).where(eq(memberLevel.code, fee.levelCode))
  const about = {
    ...payer,
    association: association.name,
    colour,
    year: fee.year,
    levelName: level!.name,
    amount: fee.amount,
    issuedOn: longDay(dayOf(ctx.now)),
  }
  if (type === 'receipt') {
    const paidOn = longDay(fee.paidOn ?? iso(fee.confirmedAt!))
    const pdf = await signPaper(ctx, await feeReceiptPdf({ ...about, paidOn }), `会费缴纳确认单 ${payer.number}`)
    return paperDownload(ctx, `${payer.number}-会费缴纳确认单.pdf`, pdf)
  }
  const account = (await readSetting(ctx, 'payAccount')) ?? { name: '', bank: '', number: '', code: '' }
  const received = await allocatedTo(ctx, receivableIdOf(MEMBER_FEE, fee.id))
  const open = sumAmounts([fee.amount, -received])
  const pdf = await signPaper(
    ctx,
    await feeNoticePdf({ ...about, amount: open, received, account, remark }),
    `缴费通知 ${payer.number}`,
  )
  return paperDownload(ctx, `${payer.number}-缴费通知.pdf`, pdf)
}

async function certificateOf(ctx: Ctx): Promise<Download> {
  const own = await ownMember(ctx)
  if (!own?.certificate) throw conflict('还没有会员证书')
  const { certificate } = own
  return paperDownload(ctx, `${certificate.number}-会员证书.pdf`, await certificatePdf(ctx, certificate))
}

export const documentsHandlers = {
  'POST /member/download': download,
} satisfies Partial<Handlers<typeof joiningContract>>
