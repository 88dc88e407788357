import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffStatements'
import { ImportStatement } from './ImportStatement.tsx'
import '#modules/membership/fees/pages/staffFees.css'

export { staffStatements as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const page = await api('GET /staff/statement/list', listQuery(query))
  return { page }
})

/** 银行流水: what the bank says came in, to be matched with what is owed. */
export default function StaffStatements({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  const banks = [...new Set(answer.data?.list.map(({ bank }) => bank))]
  return (
    <>
      <section className="desk-card">
        <h2>导入流水</h2>
        <ImportStatement banks={banks} />
      </section>
      <section className="desk-card">
        <h2>已导入的流水</h2>
        <DataTable
          caption="已导入的流水"
          answer={answer}
          unit="份"
          empty={{ title: '还没有导入流水', children: <p>从网上银行导出收入明细，在上面导入。</p> }}
          columns={[
            {
              name: '银行',
              cell: ({ id, bank, fileName }) => (
                <>
                  <Link to={`/staff/statements/${id}`}>{bank}</Link>
                  <small>{fileName}</small>
                </>
              ),
            },
            {
              name: '交易日期',
              cell: ({ fromDay, toDay }) => (fromDay === toDay ? fromDay : `${fromDay} 至 ${toDay}`),
            },
            { name: '收入', cell: ({ count, amount }) => `${count} 笔，${yuan(amount)} 元` },
            { name: '已入账', cell: ({ accepted }) => accepted, nowrap: true },
            { name: '待处理', cell: ({ open }) => open, nowrap: true },
            { name: '其他款项', cell: ({ aside }) => aside, nowrap: true },
            { name: '导入', cell: ({ importedName, createdAt }) => `${importedName} ${minute(createdAt)}` },
          ]}
        />
      </section>
    </>
  )
}
