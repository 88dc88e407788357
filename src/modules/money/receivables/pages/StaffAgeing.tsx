import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { formatYuan } from '#lib/money.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { type Age, ageNames, ages } from '../../receivableWords.ts'
import type { Route } from './+types/StaffAgeing'
import './receivables.css'

export { staffAgeing as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const asked = listQuery<{ kind?: string }>(query, 'kind')
  return { kind: asked.kind, ageing: await api('GET /staff/receivable/ageing', asked) }
})

const none: Record<string, string> = {}

type Aged = { count: number; amount: number; cells: { age: Age; count: number; amount: number }[] }

/** 账龄: what is open by how late it is, each sum leading to its list. */
export default function StaffAgeing({ loaderData }: Route.ComponentProps) {
  const { kind } = loaderData
  const answer = useLoaded(loaderData.ageing)
  const { data } = answer
  const kinds = data?.kinds.map(one => ({ code: one.kind, name: one.name })) ?? []
  const listOf = (filters: Record<string, string>) =>
    `/staff/receivables?${new URLSearchParams({ state: 'open', ...filters })}`
  const amounts = <Row extends Aged>(filters: (row: Row) => Record<string, string>) => [
    ...ages.map(age => ({
      name: ageNames[age],
      isFigure: true,
      cell: (row: Row) => {
        const cell = row.cells.find(one => one.age === age)
        if (!cell?.count) return <span className="money-none">—</span>
        return <Sum to={listOf({ ...filters(row), age })} {...cell} />
      },
    })),
    { name: '合计', isFigure: true, cell: (row: Row) => <Sum to={listOf(filters(row))} {...row} /> },
  ]
  const byKind = data && {
    ...answer,
    data: [...data.kinds, { kind: '', name: '合计', ...data.all }],
  }
  return (
    <>
      <section className="desk-card">
        <h2>分种类</h2>
        <DataTable
          caption="分种类的账龄"
          answer={byKind ?? { ...answer, data: undefined }}
          keyOf={row => row.kind}
          empty={{ title: '没有未收款项' }}
          columns={[
            { name: '种类', cell: row => row.name, nowrap: true },
            ...amounts<NonNullable<typeof data>['kinds'][number]>(({ kind: of }) => (of ? { kind: of } : none)),
          ]}
        />
      </section>
      <section className="desk-card">
        <h2>分缴费人</h2>
        <DataTable
          caption="分缴费人的账龄"
          answer={{ ...answer, data: data?.payers }}
          keyOf={row => row.payer}
          unit="个缴费人"
          empty={{ title: '没有未收款项' }}
          filters={[{ name: 'kind', label: '种类', options: kinds }]}
          columns={[
            { name: '缴费人', cell: row => row.payer },
            ...amounts<NonNullable<typeof data>['payers']['list'][number]>(({ payer }) => ({
              ...(kind ? { kind } : none),
              payer,
            })),
          ]}
        />
      </section>
    </>
  )
}

const Sum = ({ to, amount, count }: { to: string; amount: number; count: number }) => (
  <span className="money-figure">
    <Link to={to}>{formatYuan(amount)}</Link>
    <small>{count} 笔</small>
  </span>
)
