import { Button } from 'antd'
import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { dayOf } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { ListFilterField } from '#ui/table/ListFilterField.tsx'
import type { Route } from './+types/StaffMonthReport'
import { dayPath, type MonthReport, monthsUpTo } from './closingViews.ts'
import '#modules/money/receivables/pages/receivables.css'
import './closing.css'

export { staffMonthReport as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { query }) =>
  api('GET /staff/closing/month', { month: query.get('month') || undefined }),
)

type Row = MonthReport['days'][number]

/** 会计月报: what came and went in a month by day and kind, beside what was closed. */
export default function StaffMonthReport({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const { month, kinds, days, all, unclosed } = answer.data
  const used = kinds.filter(({ count }) => count > 0)
  const total: Row = { day: '', ...all, cells: used, number: null, fixed: null, difference: null }
  return (
    <section className="desk-card">
      <div className="closing-head">
        <h2>{month} 的收款与退款</h2>
        <ListFilterField name="month" label="月份" options={monthsUpTo(dayOf(new Date()))} always={month} />
        <div className="closing-acts">
          <Button onClick={() => print()}>打印</Button>
          <SaveButton save={() => saveFile('GET /staff/closing/month/export', { month })}>导出</SaveButton>
        </div>
      </div>
      <p>按到账或退款的日期。{unclosed > 0 ? `有收付而未日结的 ${unclosed} 天。` : '有收付的日子都已日结。'}</p>
      <div className="money-totals">
        <DataTable<Row>
          caption="分日"
          answer={{ ...answer, data: days.length > 0 ? [...days, total] : [] }}
          keyOf={row => row.day}
          empty={{ title: '这个月没有收付' }}
          columns={[
            {
              name: '日期',
              nowrap: true,
              cell: row => (row.day ? <Link to={dayPath(row.day)}>{row.day}</Link> : '合计'),
            },
            ...used.map(({ kind, name }) => ({
              name: `${name}（元）`,
              isFigure: true,
              cell: (row: Row) => <Cell row={row} kind={kind} />,
            })),
            { name: '收款（元）', isFigure: true, cell: row => <Figure amount={row.received} /> },
            { name: '退款（元）', isFigure: true, cell: row => <Figure amount={row.refunded} /> },
            { name: '净额（元）', isFigure: true, cell: row => <Figure amount={row.net} /> },
            { name: '笔数', isFigure: true, cell: row => row.count },
            {
              name: '日结',
              nowrap: true,
              cell: row => (row.day ? (row.number ? `第 ${row.number} 号` : '未日结') : ''),
            },
            { name: '日结后变动（元）', isFigure: true, cell: row => <Figure amount={row.difference ?? 0} /> },
          ]}
        />
      </div>
    </section>
  )
}

const Figure = ({ amount }: { amount: number }) => (amount ? formatYuan(amount) : <span className="money-none">—</span>)

/** Received of a kind, and refunded where anything was; leads to the list of that day. */
function Cell({ row, kind }: { row: Row; kind: string }) {
  const cell = row.cells.find(one => one.kind === kind)
  if (!cell) return <Figure amount={0} />
  const figure = (
    <>
      {formatYuan(cell.received)}
      {cell.refunded > 0 && <small>退 {formatYuan(cell.refunded)}</small>}
    </>
  )
  return (
    <span className="money-figure">
      {row.day ? <Link to={`${dayPath(row.day)}&kind=${kind}#entries`}>{figure}</Link> : figure}
    </span>
  )
}
