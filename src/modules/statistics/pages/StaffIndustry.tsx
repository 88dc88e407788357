import { Link } from 'react-router'
import { screenLoader } from '#layouts/screenLoader.ts'
import { Empty } from '#ui/Empty.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffIndustry'

export { staffIndustry as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/industry/overview', {}))

/** 行业统计: how far each form has come in its newest period, and the way to its reports and sums. */
export default function StaffIndustry({ loaderData: { forms } }: Route.ComponentProps) {
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>各统计表的填报</h2>
        <span className="form-actions">
          <Link to="/staff/industry/forms">统计表</Link>
          <Link to="/staff/industry/indicators">指标</Link>
          <Link to="/staff/industry/reporters">填报单位</Link>
          <Link to="/staff/industry/breaks">口径变动</Link>
        </span>
      </div>
      {forms.length === 0 ? (
        <Empty title="还没有启用的统计表">
          <p>
            先设<Link to="/staff/industry/indicators">指标</Link>，再设
            <Link to="/staff/industry/forms">统计表</Link>，然后加入
            <Link to="/staff/industry/reporters">填报单位</Link>。
          </p>
        </Empty>
      ) : (
        <Table
          caption="各统计表当前一期的填报"
          rows={forms}
          columns={[
            { name: '统计表', cell: ({ name, frequencyName }) => `${name}（${frequencyName}）` },
            { name: '报告期', cell: ({ periodName }) => periodName, nowrap: true },
            {
              name: '期限',
              cell: ({ dueOn, isLate }) => (
                <>
                  {dueOn} {isLate && <Tag tone="bad">已过</Tag>}
                </>
              ),
              nowrap: true,
            },
            ...(['open', 'returned', 'submitted', 'accepted'] as const).map(state => ({
              name: { open: '未报', returned: '退回更正', submitted: '待核', accepted: '已核' }[state],
              nowrap: true,
              cell: (of: (typeof forms)[number]) => (
                <Link to={`/staff/industry/reports?formId=${of.id}&period=${of.period}&state=${state}`}>
                  {of[state]} 家
                </Link>
              ),
            })),
            {
              name: '合计与公布',
              cell: ({ id, period }) => <Link to={`/staff/industry/sums/${id}?period=${period}`}>查看</Link>,
              nowrap: true,
            },
          ]}
        />
      )}
    </section>
  )
}
