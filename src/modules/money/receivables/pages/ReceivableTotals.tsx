import { Link, useSearchParams } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { type Totals, yuan } from './receivableViews.ts'

type Row = Omit<Totals, 'kinds'> & { kind: string; name: string }
type Filters = Record<string, string>

/** What the filtered records come to, by kind and in all; each figure leads to its list. */
export function ReceivableTotals({ answer }: { answer: Answer<Totals> }) {
  const [query] = useSearchParams()
  /** The same filters with others besides. */
  const listOf = ({ kind }: Row, more: Filters = {}) => {
    const next = new URLSearchParams(query)
    for (const name of ['pageNum', 'state', 'overdue', 'age']) next.delete(name)
    for (const [name, value] of Object.entries(kind ? { kind, ...more } : more)) next.set(name, value)
    return `/staff/receivables?${next}`
  }
  const sum = (name: string, amountOf: (row: Row) => number, filters: Filters, countOf?: (row: Row) => number) => ({
    name,
    nowrap: true,
    cell: (row: Row) => (
      <span className="money-figure">
        <Link to={listOf(row, filters)}>{yuan(amountOf(row))}</Link>
        {countOf && <small>{countOf(row)} 笔</small>}
      </span>
    ),
  })
  const rows = answer.data && [
    ...answer.data.kinds.filter(({ count }) => count > 0),
    { ...answer.data, kind: '', name: '合计' },
  ]
  return (
    <section className="desk-card money-totals">
      <h2>合计</h2>
      <DataTable
        caption="应收与实收合计"
        answer={{ ...answer, data: rows }}
        keyOf={row => row.kind}
        empty={{ title: '没有款项' }}
        columns={[
          { name: '种类', nowrap: true, cell: row => <Link to={listOf(row)}>{row.name}</Link> },
          { name: '笔数', nowrap: true, cell: row => row.count },
          { name: '应收（元）', nowrap: true, cell: row => <span className="money-figure">{yuan(row.due)}</span> },
          sum('实收（元）', row => row.received, { state: 'paid' }),
          sum('退款（元）', row => row.refunded, { state: 'refunded' }),
          sum(
            '未收（元）',
            row => row.open,
            { state: 'open' },
            row => row.openCount,
          ),
          sum(
            '已逾期（元）',
            row => row.overdue,
            { overdue: 'yes' },
            row => row.overdueCount,
          ),
        ]}
      />
    </section>
  )
}
