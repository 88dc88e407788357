import { Link } from 'react-router'
import { useMay } from '#layouts/staff/staff.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { type RecordRow, recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import type { Route } from './+types/StaffEInvoiceRules'

export { staffEInvoiceRules as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = recordsLoader('eInvoiceRule')

/** 开票规则: which paper for which fees, and whether it is issued by itself. */
export default function StaffEInvoiceRules({ loaderData }: Route.ComponentProps) {
  const { fields, provider } = loaderData
  const words = (name: string) => {
    const field = fields.find(one => one.name === name)!
    return ({ values }: RecordRow<'eInvoiceRule'>) => fieldText(field, values[name] ?? null) || '—'
  }
  return (
    <RecordsScreen
      listed={loaderData}
      called="开票规则"
      mayChange={useMay('staff:finance')}
      title="开票规则"
      add="新增规则"
      blank={{ paper: 'invoice', kinds: [], automatic: 'no' }}
      about={
        <>
          {!provider && (
            <>
              <span role="status">没有接开票服务：规则先设好，接好后生效；目前在税务、财政平台开具后登记。</span>
              <br />
            </>
          )}
          会费开社会团体会费收据，不开发票；其他款项开数电发票。改为自动后，此后到账的款项自动开具。
          <Link to="/staff/e-invoices">已开的电子票据</Link>
        </>
      }
      empty={{
        title: '还没有开票规则',
        children: '设好哪些款项开哪种票、票上的项目名称和税率，就可以请开票服务开具。',
      }}
      columns={[
        { name: '名称', cell: ({ name }) => name },
        { name: '票种', cell: words('paper') },
        { name: '适用的款项', cell: words('kinds') },
        { name: '项目名称', cell: words('item') },
        { name: '税率', nowrap: true, cell: words('taxRate') },
        { name: '开具方式', cell: words('automatic') },
        { name: '已开', nowrap: true, cell: ({ issued }) => `${issued} 张` },
      ]}
    />
  )
}
