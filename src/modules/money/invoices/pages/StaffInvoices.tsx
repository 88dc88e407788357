import { Link } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { formatYuan } from '#lib/money.ts'
import { invoices } from '#modules/money/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag, type Tone } from '#ui/Tag.tsx'
import { invoiceFilters } from '../../invoiceFilters.ts'
import { useKinds } from '../../receivables/pages/useKinds.ts'
import type { InvoiceRow } from '../contract.ts'
import type { Route } from './+types/StaffInvoices'

export { staffInvoices as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(invoices.load)

const tones: Record<InvoiceRow['state'], Tone> = { requested: 'warn', issued: 'good', refused: 'bad' }

/** 开票申请: which invoices are to be printed, for whom, and which have been. */
export default function StaffInvoices({ loaderData }: Route.ComponentProps) {
  const kinds = useKinds({ hasInvoice: true })
  return (
    <RegisterTable
      of={invoices}
      loaded={loaderData}
      unit="张"
      filters={registerFilters(invoiceFilters, { kind: kinds })}
      actions={<Link to="/staff/invoice-batch">批量登记发票</Link>}
      empty={{ title: '没有开票申请', children: <p>款项到账、缴费人要发票的，会列在这里。</p> }}
      cells={{
        title: ({ id, title }) => <Link to={`/staff/receivables/${id}`}>{title}</Link>,
        amount: ({ amount }) => formatYuan(amount),
        stateName: row => <StateTag of={row} tones={tones} />,
      }}
    />
  )
}
