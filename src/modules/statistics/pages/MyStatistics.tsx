import { Link } from 'react-router'
import { screenLoader } from '#layouts/screenLoader.ts'
import { Empty } from '#ui/Empty.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/MyStatistics'
import { reportTones } from './statisticsTones.ts'

export { myStatistics as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/statistics/list', {}))

/** 行业统计: the company's reports, those to be filled in first. */
export default function MyStatistics({ loaderData: { list } }: Route.ComponentProps) {
  if (list.length === 0)
    return (
      <Empty title="没有要填的统计报表">
        <p>
          协会请贵单位填报时，报表在每个报告期结束后出现在这里。
          <Link to="/admin/publicity/statistics">看已公布的行业统计</Link>
        </p>
      </Empty>
    )
  const isWaiting = (state: string) => state === 'open' || state === 'returned'
  const rows = list.toSorted((a, b) => Number(isWaiting(b.state)) - Number(isWaiting(a.state)))
  return (
    <section className="centre-card">
      <Table
        caption="统计报表"
        rows={rows.map(row => ({ id: `${row.formId} ${row.period}`, ...row }))}
        columns={[
          {
            name: '报表',
            cell: ({ formId, formName, period, periodName }) => (
              <Link to={`/admin/user/statistics/${formId}/${period}`}>
                {formName}　{periodName}
              </Link>
            ),
          },
          {
            name: '期限',
            nowrap: true,
            cell: ({ dueOn, isLate }) => (
              <>
                {dueOn} {isLate && <Tag tone="bad">已过</Tag>}
              </>
            ),
          },
          { name: '状态', nowrap: true, cell: row => <StateTag of={row} tones={reportTones} /> },
        ]}
      />
      <p>
        <Link to="/admin/publicity/statistics">看已公布的行业统计</Link>
      </p>
    </section>
  )
}
