import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { keepInvoicePaper } from '#modules/files/server/paymentPapers.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { staffAdvertsContract } from '../../staffContract.ts'
import type { Advert } from '../advertisers.ts'
import type { AdvertFee } from '../fees.ts'
import { readAdvert } from '../records.ts'
import { notifyAdvertiser } from '../reminding.ts'
import { advertFee } from '../tables.ts'
import { invoiceVersion } from './adverts.ts'

type Endpoints = typeof staffAdvertsContract

const issued = defineTemplate({
  code: 'advert.invoice',
  group: '广告',
  name: '广告发票已开具',
  title: '“{广告}”的广告发票已开具',
  content: '广告 {编号} 的发票（号码 {发票号码}，抬头 {发票抬头}，金额 {金额}）已开具，随本消息附上，请下载保存。',
  sms: '',
  placeholders: {
    广告: '成套节能装置',
    编号: 'GG2026-000123',
    发票抬头: '示例机电有限公司',
    发票号码: '26112000000012345678',
    金额: '1,000 元',
  },
})

/** Records an invoice and sends it. Its file belongs to no account, so that it stays when the account is closed. */
export const issueAdvertInvoice = (
  ctx: Ctx,
  { id, ...sent }: Parsed<Endpoints['POST /staff/advert/invoice']>,
): Promise<Output<Endpoints['POST /staff/advert/invoice']>> =>
  inTransaction(ctx, async tx => {
    const of = await readAdvert(tx, id)
    const [before] = await tx.db.select().from(advertFee).where(eq(advertFee.advertId, id)).for('update')
    if (!before) throw notFound('这条广告没有费用')
    refuseUnlessPaid(before)
    if (invoiceVersion(before) !== sent.version)
      throw conflict(await conflictMessage(tx, { objectType: 'advert', objectId: id }))
    if (sent.issuedOn > dayOf(ctx.now)) throw invalid('开票日期不能晚于今天', { issuedOn: '开票日期不能晚于今天' })
    await keepInvoicePaper(tx, sent.fileId)
    const set = { invoiceNumber: sent.number, invoiceIssuedOn: sent.issuedOn, invoiceFileId: sent.fileId }
    const [after] = await tx.db.update(advertFee).set(set).where(eq(advertFee.advertId, id)).returning()
    const words = (fee: AdvertFee) => ({ 发票号码: fee.invoiceNumber, 开票日期: fee.invoiceIssuedOn })
    await recordChange(tx, {
      action: 'advert.invoice',
      objectType: 'advert',
      objectId: id,
      objectName: of.title,
      before: words(before),
      after: words(after!),
      detail: { number: of.number, fileId: sent.fileId },
    })
    await tell(tx, of, after!)
    return { id, version: invoiceVersion(after!) }
  })

export const invoicesHandlers = {
  'POST /staff/advert/invoice': issueAdvertInvoice,
} satisfies Partial<Handlers<Endpoints>>

function refuseUnlessPaid({ state, amount }: AdvertFee): void {
  if (amount === 0) throw conflict('这条广告免费投放，没有发票')
  if (state !== 'confirmed') throw conflict('广告费到账后才能开具发票')
}

async function tell(ctx: Ctx, of: Advert, fee: AdvertFee): Promise<void> {
  const { title, content, sms } = await renderTemplate(ctx, issued.code, {
    广告: of.title,
    编号: of.number ?? '',
    发票抬头: fee.invoiceTitle,
    发票号码: fee.invoiceNumber,
    金额: `${formatYuan(fee.amount)} 元`,
  })
  await notifyAdvertiser(ctx, of, { title, content, sms, fileIds: [fee.invoiceFileId!] })
}
