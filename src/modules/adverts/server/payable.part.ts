import { formatYuan } from '#lib/money.ts'
import { defineApplicationFee } from '#modules/ledger/receivables/server/applicationFees.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { ADVERT_FEE } from '../advertStatus.ts'
import { advertOf, giveUp, refundTerms } from './givingUp.ts'
import { notifyAdvertiser } from './reminding.ts'

const invoiceIssued = defineTemplate({
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

defineApplicationFee({
  kind: ADVERT_FEE,
  order: 30,
  name: '广告费',
  words: ['广告'],
  ending: 3,
  subject: '4301 提供服务收入',
  payPages: { member: id => `/admin/user/adverts/${id}` },
  refundTerms,
  giveUp,
  async sendInvoice(ctx, fee, { fileId }) {
    const of = await advertOf(ctx, fee.payableId)
    const texts = await renderTemplate(ctx, invoiceIssued.code, {
      广告: of.title,
      编号: fee.number,
      发票抬头: fee.invoiceTitle,
      发票号码: fee.invoiceNumber,
      金额: `${formatYuan(fee.amount)} 元`,
    })
    await notifyAdvertiser(ctx, of, { ...texts, fileIds: [fileId] })
    return 'message'
  },
})
