import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { InvoiceRequest } from '#modules/ledger/receivables/server/receivables.ts'

const INVOICE_KINDS = ['ordinary', 'special']

export const wantsInvoice = ({ invoiceKind }: { invoiceKind?: unknown }): boolean =>
  INVOICE_KINDS.includes(String(invoiceKind))

/** Invoice to print, as the form asks for it; null: none. */
export function invoiceOf({ encryption }: Pick<Ctx, 'encryption'>, values: FormValues): InvoiceRequest | null {
  if (!wantsInvoice(values)) return null
  const said = (name: string) => String(values[name] ?? '')
  return {
    isSpecial: values.invoiceKind === 'special',
    title: {
      title: said('invoiceTitle'),
      creditCode: said('taxNumber'),
      isPersonal: values.titleType === 'person',
      address: said('regAddress'),
      phone: said('regPhone'),
      bank: said('bank'),
      accountSealed: values.bankAccount ? encryption.encrypt(said('bankAccount')) : null,
      email: said('invoiceEmail'),
    },
  }
}
