import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { type FormValues, withoutEmpty } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { receiptTitle } from '#modules/ledger/server/tables.ts'
import { keepTitle } from '#modules/ledger/titles/server/titles.ts'
import { receiptFields, titleFields } from '../slipFields.ts'

/** Payment details as sent by the payer; `slipId`: the transfer slip. */
export type Receipt = Record<string, unknown>

/** The same as it is kept; wrong entries are named as `receipt.…`. */
export async function readReceipt(ctx: Ctx, receipt: Receipt): Promise<{ said: FormValues; slipId: number }> {
  const today = dayOf(ctx.now)
  const { values, errors } = readForm(receiptFields, receipt, { whole: true, today })
  if (typeof values.paidOn === 'string' && values.paidOn > today) errors.paidOn = '汇款日期不能晚于今天'
  const slipId = Number.isInteger(receipt.slipId) ? Number(receipt.slipId) : null
  if (slipId === null) errors.slipId = '请上传汇款凭证'
  const wrong = Object.entries(errors)
  if (slipId === null || wrong.length > 0)
    throw invalid(
      `有 ${wrong.length} 处需要更正`,
      Object.fromEntries(wrong.map(([name, text]) => [`receipt.${name}`, text])),
    )
  await attachFiles(ctx, [slipId])
  const said = withoutEmpty(values)
  const { title = '', email = '', creditCode } = titleForm.rowOf(said)
  await keepTitle(ctx, { title, email, creditCode, isPersonal: !creditCode })
  return { said, slipId }
}

const titleForm = bindForm(titleFields, receiptTitle, {
  receiptTitle: 'title',
  receiptCreditCode: 'creditCode',
  receiptEmail: 'email',
}).besides({
  id: true,
  accountId: true,
  isPersonal: true,
  address: true,
  phone: true,
  bank: true,
  accountSealed: true,
  isDefault: true,
  usedAt: true,
})

/** Maps receipt titles to the columns of other fee tables, which store them as invoice titles. */
export const titleOfInvoice = {
  receiptTitle: 'invoiceTitle',
  receiptCreditCode: 'invoiceCreditCode',
  receiptEmail: 'invoiceEmail',
} as const
