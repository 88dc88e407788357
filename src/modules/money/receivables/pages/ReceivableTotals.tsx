import { Link, useSearchParams } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import { yuan } from '#lib/money.ts'
import { FigureLine } from '#ui/media/FigureLine.tsx'
import { States } from '#ui/States.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { Totals } from './receivableViews.ts'
import './receivables.css'

type Row = Omit<Totals, 'kinds'> & { kind: string; name: string }
/** `narrowed`: by what the list is narrowed that the sum is counted from. */
type Sum = {
  name: string
  amountOf: (row: Row) => number
  countOf?: (row: Row) => number
  narrowed: Record<string, string>
}

const SUMS: readonly Sum[] = [
  { name: '应收（元）', amountOf: row => row.due, countOf: row => row.count, narrowed: {} },
  { name: '实收（元）', amountOf: row => row.received, narrowed: { state: 'paid' } },
  { name: '退款（元）', amountOf: row => row.refunded, narrowed: { refunded: 'yes' } },
  { name: '净收（元）', amountOf: row => row.net, narrowed: { state: 'paid' } },
  { name: '未收（元）', amountOf: row => row.open, countOf: row => row.openCount, narrowed: { state: 'open' } },
  {
    name: '已逾期（元）',
    amountOf: row => row.overdue,
    countOf: row => row.overdueCount,
    narrowed: { overdue: 'yes' },
  },
]

/** What the filtered records come to, in all and, where wanted, by kind; each figure leads to its list. */
export function ReceivableTotals({ answer, byKind }: { answer: Answer<Totals>; byKind: boolean }) {
  const [query] = useSearchParams()
  /** The same filters with others besides. */
  const listOf = ({ kind }: Row, narrowed: Sum['narrowed'] = {}) => {
    const next = new URLSearchParams(query)
    for (const name of ['pageNum', 'state', 'overdue', 'age', 'refunded']) next.delete(name)
    for (const [name, value] of Object.entries(kind ? { kind, ...narrowed } : narrowed)) next.set(name, value)
    return `/staff/receivables?${next}`
  }
  const figureOf = (row: Row, { name, amountOf, countOf, narrowed }: Sum) => ({
    name,
    value: yuan(amountOf(row)),
    note: countOf && `${countOf(row)} 笔`,
    to: listOf(row, narrowed),
  })
  const all = answer.data && { ...answer.data, kind: '', name: '合计' }
  return (
    <div className="money-totals">
      <States answer={{ ...answer, data: all }} lines={1}>
        {row => <FigureLine figures={SUMS.map(sum => figureOf(row, sum))} />}
      </States>
      {byKind && (
        <DataTable
          caption="应收与实收合计"
          answer={{
            ...answer,
            data: answer.data && all && [...answer.data.kinds.filter(({ count }) => count > 0), all],
          }}
          keyOf={row => row.kind}
          empty={{ title: '没有款项' }}
          columns={[
            { name: '种类', nowrap: true, cell: row => <Link to={listOf(row)}>{row.name}</Link> },
            ...SUMS.map(sum => ({
              name: sum.name,
              isFigure: true,
              cell: (row: Row) => {
                const { value, note, to } = figureOf(row, sum)
                return (
                  <span className="money-figure">
                    <Link to={to}>{value}</Link>
                    {note && <small>{note}</small>}
                  </span>
                )
              },
            })),
          ]}
        />
      )}
    </div>
  )
}
