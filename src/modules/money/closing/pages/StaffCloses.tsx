import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { dayOf, minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { closeViewNames } from '../closingWords.ts'
import type { Route } from './+types/StaffCloses'
import { type Closed, dayPath, monthsUpTo } from './closingViews.ts'

export { staffCloses as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader((api, { query }) =>
  api(
    'GET /staff/closing/list',
    listQuery<{ month?: string; state?: keyof typeof closeViewNames }>(query, 'month', 'state'),
  ),
)

const figure = (amount: number) => (amount ? formatYuan(amount) : '—')

/** 历次日结: what was fixed, by whom, and what has changed of it since. */
export default function StaffCloses({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>历次日结</h2>
        <Link to="/staff/closing">今天的收付</Link>
      </div>
      <DataTable<Closed>
        caption="历次日结"
        answer={answer}
        unit="次"
        empty={{ title: '还没有日结', children: <p>在“日结”页面选定日期，核对后办理。</p> }}
        filters={[
          { name: 'month', label: '月份', options: monthsUpTo(dayOf(new Date())) },
          { name: 'state', label: '状态', options: optionsOf(closeViewNames) },
        ]}
        columns={[
          { name: '编号', nowrap: true, cell: row => `第 ${row.number} 号` },
          { name: '日期', nowrap: true, cell: row => <Link to={dayPath(row.day)}>{row.day}</Link> },
          { name: '收款（元）', isFigure: true, cell: row => figure(row.received) },
          { name: '退款（元）', isFigure: true, cell: row => figure(row.refunded) },
          { name: '净额（元）', isFigure: true, cell: row => figure(row.net) },
          { name: '其中补记', nowrap: true, cell: row => figure(row.late) },
          { name: '笔数', isFigure: true, cell: row => row.count },
          {
            name: '日结后变动',
            cell: row => (row.changes > 0 ? `${row.changes} 笔，${formatYuan(row.changed)} 元` : '—'),
          },
          { name: '办理', cell: row => `${row.closedName} ${minute(row.closedTime)}` },
          { name: '状态', cell: row => <State of={row} /> },
        ]}
      />
    </section>
  )
}

const State = ({ of }: { of: Closed }) => (
  <>
    <Tag tone={of.state === 'closed' ? 'good' : 'warn'}>{of.stateName}</Tag>
    {of.reopenedTime && (
      <>
        {' '}
        {of.reopenedName} {minute(of.reopenedTime)}
        {of.agreedName && `，${of.agreedName} 复核`}：{of.reason}
      </>
    )}
  </>
)
