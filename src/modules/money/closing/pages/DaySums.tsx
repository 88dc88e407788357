import { Link } from 'react-router'
import { yuan } from '#lib/money.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { Day } from './closingViews.ts'

type Row = Omit<Day['lines'][number], 'way'> & { way: string }

/** By kind and way, and in all; each sum leads to its list below. */
export function DaySums({ of }: { of: Day }) {
  const rows: Row[] = [...of.lines, { kind: '', kindName: '合计', way: '', wayName: '', ...of.all }]
  const listOf = ({ kind, way }: Row, direction = '') =>
    `?${new URLSearchParams(
      Object.entries({ day: of.day, kind, way, direction }).filter(([, value]) => value !== ''),
    )}#entries`
  const sum = (row: Row, amount: number, direction?: string) =>
    amount ? (
      <Link to={listOf(row, direction)} preventScrollReset={false}>
        {yuan(amount)}
      </Link>
    ) : (
      yuan(amount)
    )
  return (
    <div className="money-totals">
      <DataTable
        caption="合计"
        answer={{ data: rows, error: undefined, loading: false, reload: () => {} }}
        keyOf={row => `${row.kind} ${row.way}`}
        empty={{ title: '没有收付' }}
        columns={[
          { name: '种类', nowrap: true, cell: row => row.kindName },
          { name: '方式', nowrap: true, cell: row => row.wayName || '全部' },
          { name: '收款（元）', isFigure: true, cell: row => sum(row, row.received, 'receipt') },
          { name: '退款（元）', isFigure: true, cell: row => sum(row, row.refunded, 'refund') },
          { name: '净额（元）', isFigure: true, cell: row => sum(row, row.net) },
          { name: '笔数', isFigure: true, cell: row => row.count },
        ]}
      />
    </div>
  )
}
