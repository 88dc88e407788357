import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute, shortDay } from '#lib/dates.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import type { Route } from './+types/MyDoing'
import './doing.css'

export { myDoing as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = listLoader(api => api('GET /member/doing/list', {}))

type Doing = Output<ApiContract['GET /member/doing/list']>[number]

/** What is in progress, with what each waits for; below it, everything ever applied for. */
export default function MyDoing({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <>
      <section className="centre-card">
        <h2>进行中</h2>
        <States
          answer={answer}
          empty={{
            when: list => list.length === 0,
            title: '没有进行中的事项',
            children: (
              <p>
                需要入会，请到<Link to="/admin/user/membership">会员</Link>页面申请。
              </p>
            ),
          }}
        >
          {list => (
            <ul className="doing" role="list">
              {list.map(one => (
                <DoingRow key={one.id} of={one} first={one === list.find(({ action }) => action !== 'wait')} />
              ))}
            </ul>
          )}
        </States>
      </section>
      <History />
    </>
  )
}

/** `first` to be done stands out. */
const DoingRow = ({ of, first }: { of: Doing; first: boolean }) => (
  <li>
    <div>
      <p className="doing-title">
        <b>{of.title}</b>
        <Tag tone={of.action === 'wait' ? 'water' : 'warn'}>{of.statusName}</Tag>
      </p>
      <p>
        {of.bizTypeName}
        {of.number && `　${of.number}`}　更新于 {minute(of.updateTime)}
        {of.deadline && <b>　请在 {of.deadline} 前完成</b>}
      </p>
    </div>
    <p className="doing-links">
      {of.action !== 'wait' && (
        <Link className={`button${first ? ' primary' : ''}`} to={of.route}>
          {of.actionName}
          <span className="hidden-text">：{of.title}</span>
        </Link>
      )}
      <Link className="doing-progress" to={`/admin/user/doing/${of.id}`}>
        查看进度<span className="hidden-text">：{of.title}</span>
      </Link>
    </p>
  </li>
)

function History() {
  const { pageNum } = useFilters()
  const answer = useApi('GET /member/application/list', { pageNum })
  return (
    <section className="centre-card">
      <h2>全部申请</h2>
      <DataTable
        caption="我提交过的全部申请"
        answer={answer}
        empty={{ title: '还没有提交过申请' }}
        columns={[
          { name: '事项', cell: ({ id, title }) => <Link to={`/admin/user/doing/${id}`}>{title}</Link> },
          { name: '类别', cell: ({ kindName }) => kindName, nowrap: true },
          { name: '编号', cell: ({ number }) => number ?? '未提交', nowrap: true },
          { name: '状态', cell: ({ statusName }) => statusName, nowrap: true },
          { name: '更新', cell: ({ updateTime }) => shortDay(updateTime), nowrap: true },
        ]}
      />
    </section>
  )
}
