import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffEInvoiceRules'

export { staffEInvoiceRules as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/eInvoiceRule/list', {}))

/** 开票规则: which paper for which fees, and whether it is issued by itself. */
export default function StaffEInvoiceRules({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '开票规则',
    save: 'POST /staff/eInvoiceRule/save',
    remove: 'POST /staff/eInvoiceRule/remove',
  })
  return (
    <SiteDesk
      desk={desk}
      title="开票规则"
      add="新增规则"
      blank={{ paper: 'invoice', kinds: [], automatic: 'no' }}
      about={
        <>
          {!loaderData.provider && (
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
    >
      {({ list, fields }) => {
        const words = (name: string, { values }: (typeof list)[number]) => {
          const field = fields.find(one => one.name === name)
          return (field && fieldText(field, values[name] ?? null)) || '—'
        }
        return (
          <Table
            caption="开票规则"
            rows={list}
            columns={[
              { name: '名称', cell: ({ name }) => name },
              { name: '票种', cell: row => words('paper', row) },
              { name: '适用的款项', cell: row => words('kinds', row) },
              { name: '项目名称', cell: row => words('item', row) },
              { name: '税率', nowrap: true, cell: row => words('taxRate', row) },
              { name: '开具方式', cell: row => words('automatic', row) },
              { name: '已开', nowrap: true, cell: ({ uses }) => `${uses} 张` },
              { name: '办理', nowrap: true, cell: row => <RowActs row={row} desk={desk} /> },
            ]}
          />
        )
      }}
    </SiteDesk>
  )
}
