import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Invoice } from '#modules/training/server/tables.ts'

/** Invoice details to print; null: no invoice wanted. */
export function invoiceOf({ encryption }: Pick<Ctx, 'encryption'>, values: FormValues): Invoice | null {
  const { invoiceKind, titleType } = values
  if (invoiceKind !== 'ordinary' && invoiceKind !== 'special') return null
  const said = (name: string) => String(values[name] ?? '')
  return {
    kind: invoiceKind,
    titleType: titleType === 'person' ? 'person' : 'organisation',
    title: said('invoiceTitle'),
    taxNumber: said('taxNumber'),
    regAddress: said('regAddress'),
    regPhone: said('regPhone'),
    bank: said('bank'),
    bankAccountSealed: values.bankAccount ? encryption.encrypt(said('bankAccount')) : null,
    email: said('invoiceEmail'),
  }
}

/** The same among the titles that its payer keeps. */
export const titleOf = ({
  titleType,
  title,
  taxNumber,
  regAddress,
  regPhone,
  bank,
  bankAccountSealed,
  email,
}: Invoice) => ({
  title,
  email,
  isPersonal: titleType === 'person',
  creditCode: taxNumber,
  address: regAddress,
  phone: regPhone,
  bank,
  accountSealed: bankAccountSealed,
})
