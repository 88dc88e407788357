import { Link } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { formatYuan } from '#lib/money.ts'
import { eInvoices } from '#modules/money/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { eInvoiceFilters } from '../../eInvoiceFilters.ts'
import { useKinds } from '../../receivables/pages/useKinds.ts'
import type { Route } from './+types/StaffEInvoices'
import { eInvoiceTones } from './eInvoiceViews.ts'

export { staffEInvoices as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(eInvoices.load)

/** 电子票据: what the provider was asked for, in every state. */
export default function StaffEInvoices({ loaderData }: Route.ComponentProps) {
  const kinds = useKinds()
  return (
    <RegisterTable
      of={eInvoices}
      loaded={loaderData}
      unit="张"
      filters={registerFilters(eInvoiceFilters, { kind: kinds })}
      actions={
        <>
          <Link to="/staff/paper-failures?paper=eInvoice">没有自动开成的</Link>
          <Link to="/staff/e-invoices/month">开票月报</Link>
          <Link to="/staff/e-invoices/rules">开票规则</Link>
        </>
      }
      empty={{
        title: '还没有电子票据',
        children: (
          <p>
            接好开票服务、设好<Link to="/staff/e-invoices/rules">开票规则</Link>
            后，在“应收与实收”勾选已到账的款项，或打开一笔，点“开电子票据”。
          </p>
        ),
      }}
      cells={{
        about: ({ receivableId, about }) => <Link to={`/staff/receivables/${receivableId}`}>{about}</Link>,
        amount: ({ amount }) => formatYuan(amount),
        stateName: row => <StateTag of={row} tones={eInvoiceTones} />,
      }}
    />
  )
}
