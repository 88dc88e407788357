import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import type { Option } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { statusNames } from '#modules/training/courseStatus.ts'
import { courseTone } from '#modules/training/courses/pages/courseTone.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { ListFilter } from '#ui/table/ListFilterField.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyTraining'
import { registrationTone } from './registrationTone.ts'
import './enrolPages.css'

export { myTraining as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const [page, kinds] = await Promise.all([
    api('GET /training/list', listQuery<Input<List>>(query, 'status', 'kind', 'key')),
    api('GET /app/training/kinds', {}),
  ])
  return { page, kinds }
})

type List = ApiContract['GET /training/list']
type Row = Output<List>['list'][number]

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([code, name]) => ({ code, name }))
const filtersOf = (kinds: readonly Option[]): ListFilter[] => [
  { name: 'status', label: '班次状态', options: optionsOf(statusNames) },
  { name: 'kind', label: '类别', options: kinds },
  { name: 'key', label: '关键词', kind: 'text' },
]

/** 培训报名: the courses, with one's own registration beside each. */
export default function MyTraining({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  return (
    <section className="centre-card">
      <DataTable
        caption="可以报名的培训班"
        answer={answer}
        filters={filtersOf(loaderData.kinds)}
        unit="个培训班"
        actions={
          <Link className="button" to="/admin/user/training/registrations">
            我的报名
          </Link>
        }
        empty={{ title: '近期没有培训班', children: <p>新的班次公布后会列在这里。</p> }}
        columns={[
          { name: '培训班', cell: row => <Subject of={row} /> },
          {
            name: '时间与地点',
            cell: ({ startDate, endDate, city, modeName }) => (
              <>
                <span className="enrol-days">{startDate} 至</span>
                <span className="enrol-days">{endDate}</span>
                <span className="cell-note">{city || modeName}</span>
              </>
            ),
            nowrap: true,
          },
          {
            name: '费用',
            cell: ({ feeMember, feeOther }) => (
              <>
                {formatYuan(feeMember)} 元<span className="cell-note">非会员 {formatYuan(feeOther)} 元</span>
              </>
            ),
            nowrap: true,
          },
          {
            name: '名额',
            cell: ({ left, quota, statusName, status }) => (
              <>
                <Tag tone={courseTone(status)}>{statusName}</Tag>
                <span className="cell-note">
                  余 {left} / {quota}
                </span>
              </>
            ),
            nowrap: true,
          },
          { name: '我的报名', cell: row => <Own of={row} />, nowrap: true },
        ]}
      />
    </section>
  )
}

const Subject = ({ of: { id, title, kindName, applyDeadline, daysLeft } }: { of: Row }) => (
  <>
    <Link to={`/admin/publicity/training/${id}`}>{title}</Link>
    <span className="cell-note">
      {kindName}　报名截止 <time>{minute(applyDeadline)}</time>
      {daysLeft !== null && daysLeft <= 3 && (daysLeft === 0 ? '，今天截止' : `，还剩 ${daysLeft} 天`)}
    </span>
  </>
)

function Own({ of: { id, title, status, left, myRegId, myRegStatus, myRegStatusName } }: { of: Row }) {
  const named = <span className="hidden-text">：{title}</span>
  const isOver = myRegStatus !== null && ['cancelled', 'rejected', 'expired', 'refunded'].includes(myRegStatus)
  const canEnrol = status === 'open' || status === 'full'
  return (
    <>
      {myRegId !== null && myRegStatus !== null && (
        <Link to={`/admin/user/training/registrations/${myRegId}`}>
          <Tag tone={registrationTone(myRegStatus)}>{myRegStatusName}</Tag>
          {named}
        </Link>
      )}
      {canEnrol && (myRegId === null || isOver) && (
        <Link className="button" to={`/admin/user/training/new/${id}`}>
          {left > 0 ? '报名' : '排队候补'}
          {named}
        </Link>
      )}
      {myRegId === null && !canEnrol && '—'}
    </>
  )
}
