import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { mayOpen } from '#layouts/staff/mayOpen.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { ListFilters } from '#ui/table/ListFilters.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { Table } from '#ui/table/Table.tsx'
import '#modules/training/courses/pages/staffCourses.css'
import { keepTogether } from '#ui/keepTogether.tsx'
import type { Route } from './+types/StaffTrainingStatistics'

export { staffTrainingStatistics as handle } from '#modules/training/pages/screens.ts'

type Asked = Input<ApiContract['GET /staff/training/statistics']>
type Statistics = Output<ApiContract['GET /staff/training/statistics']>

export const clientLoader = screenLoader(async (api, { query }) => {
  const { pageNum, ...scope } = listQuery<Asked>(query, 'from', 'to', 'kind', 'provinceCode')
  const [statistics, kinds] = await Promise.all([
    api('GET /staff/training/statistics', scope),
    api('GET /app/training/kinds', {}),
  ])
  return { scope, statistics, kinds }
})

/** 培训统计: a period's training by kind, province and month, as the ministry asks for it. */
export default function StaffTrainingStatistics({ loaderData: { scope, statistics, kinds } }: Route.ComponentProps) {
  const answer = useLoaded(statistics)
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>一段时间内结束的培训</h2>
        <SaveButton save={() => saveFile('GET /staff/training/statistics/export', scope)}>导出培训统计</SaveButton>
      </div>
      <div className="data-table">
        <div className="data-table-tools">
          <ListFilters
            filters={[
              { name: 'from', label: '结束日期从（默认今年）', kind: 'day' },
              { name: 'to', label: '至', kind: 'day' },
              { name: 'kind', label: '类别', options: kinds },
              {
                name: 'provinceCode',
                label: '地区',
                options: provinces.map(({ code, short }) => ({ code, name: short })),
              },
            ]}
          />
        </div>
      </div>
      <States answer={answer}>{of => <Tables of={of} />}</States>
    </section>
  )
}

function Tables({ of: { from, to, people, countedAt, measures, tables } }: { of: Statistics }) {
  const { permissions } = useStaff()
  const figure = (value: number | null | undefined, route: string | null | undefined) => {
    if (value === null || value === undefined) return '—'
    if (value === 0) return '0'
    return route && mayOpen(permissions, route) ? <Link to={route}>{withCommas(value)}</Link> : withCommas(value)
  }
  return (
    <>
      <p>
        {keepTogether(`${from} 至 ${to} 结束的培训班，统计时间 ${minute(countedAt)}`)}
        。参训指报到、记入学时或参加考试的学员，按人次；其中不同的人 {withCommas(people)}{' '}
        名。学时为每名学员记入的学时相加；合格率为考试合格人数占参加考试人数，缺考不计。地区按报名单位；一个班有几个地区的学员时，
        各地区都计一个班次。
      </p>
      {tables.map(({ code, title, heading, rows, total }) => (
        <section key={code} className="training-table">
          <h3>{title}</h3>
          <Table
            caption={title}
            rows={[...rows, total]}
            keyOf={({ name }) => name}
            columns={[
              { name: heading, cell: ({ name }) => (name === total.name ? <b>{name}</b> : name), nowrap: true },
              ...measures.map(({ name }, i) => ({
                name,
                isFigure: true,
                cell: ({ values, routes }: (typeof rows)[number]) => figure(values[i], routes[i]),
              })),
            ]}
          />
        </section>
      ))}
    </>
  )
}
