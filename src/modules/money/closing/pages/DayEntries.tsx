import { Link } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import { optionsOf } from '#lib/form/form.ts'
import { yuan } from '#lib/money.ts'
import type { Page } from '#lib/paging.ts'
import { flagOptions } from '#lib/register/register.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { directionNames, wayNames } from '../closingWords.ts'
import type { Day, Entry } from './closingViews.ts'

/** What came and went, one by one. */
export function DayEntries({ answer, of }: { answer: Answer<Page<Entry>>; of: Day }) {
  const kinds = new Map(of.lines.map(({ kind, kindName }) => [kind, kindName]))
  return (
    <DataTable
      caption="收付明细"
      answer={answer}
      unit="笔"
      empty={{ title: '没有收付', children: <p>这一天没有确认到账或退款的款项，或没有符合筛选的。</p> }}
      filters={[
        { name: 'kind', label: '种类', options: [...kinds].map(([code, name]) => ({ code, name })) },
        { name: 'way', label: '方式', options: optionsOf(wayNames) },
        { name: 'direction', label: '收或退', options: optionsOf(directionNames) },
        { name: 'late', label: '补记', options: flagOptions },
      ]}
      columns={[
        { name: '缴费人', cell: row => <Link to={`/staff/receivables/${row.receivableId}`}>{row.payer || '—'}</Link> },
        { name: '种类', nowrap: true, cell: row => row.kindName },
        { name: '款项', cell: row => row.about },
        { name: '编号', nowrap: true, cell: row => row.number },
        { name: '方式', nowrap: true, cell: row => `${row.directionName} · ${row.wayName}` },
        { name: '金额（元）', isFigure: true, cell: row => yuan(row.amount) },
        {
          name: '到账或退款',
          nowrap: true,
          cell: row => (
            <>
              <span className="cell-day">{row.day}</span> {row.isLate && <Tag tone="warn">补记</Tag>}
            </>
          ),
        },
        { name: '确认', nowrap: true, cell: row => <span className="cell-day">{row.confirmedOn}</span> },
      ]}
    />
  )
}
