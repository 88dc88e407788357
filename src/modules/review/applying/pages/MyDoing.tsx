import { Link } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { shortDay } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import type { Route } from './+types/MyDoing'
import { TodoList } from './TodoList.tsx'
import { WaitingList, waitingIn } from './WaitingList.tsx'
import './doing.css'

export { myDoing as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = listLoader(async api => {
  const [todos, doing] = await Promise.all([api('GET /member/todo/list', {}), api('GET /member/doing/list', {})])
  const isOwn = (id: number) => todos.some(({ applicationId }) => applicationId === id)
  return { todos, waiting: waitingIn(doing), others: doing.filter(({ id, action }) => action !== 'wait' && !isOwn(id)) }
})

export default function MyDoing({ loaderData: { todos, waiting, others } }: Route.ComponentProps) {
  return (
    <>
      <section className="centre-card" id="todo">
        <h2>待我办理{todos.length > 0 && `（${todos.length}）`}</h2>
        {todos.length > 0 ? (
          <TodoList todos={todos} />
        ) : (
          <Empty title="没有待您办理的事项">
            <p>
              需要入会，请到<Link to="/admin/user/membership">会员</Link>页面申请。
            </p>
          </Empty>
        )}
      </section>
      {others.length > 0 && (
        <section className="centre-card">
          <h2>等本单位同事办理（{others.length}）</h2>
          <WaitingList waiting={others} who="等待有权限的同事办理" />
        </section>
      )}
      <section className="centre-card" id="waiting">
        <h2>等协会办理{waiting.length > 0 && `（${waiting.length}）`}</h2>
        {waiting.length > 0 ? <WaitingList waiting={waiting} /> : <Empty title="没有等协会办理的事项" />}
      </section>
      <Finished />
    </>
  )
}

function Finished() {
  const { pageNum } = useFilters()
  const answer = useApi('GET /member/application/list', { over: '1', pageNum })
  return (
    <section className="centre-card">
      <h2>已办结</h2>
      <DataTable
        caption="已办结的申请"
        answer={answer}
        empty={{ title: '还没有办结的申请' }}
        columns={[
          { name: '事项', cell: ({ id, title }) => <Link to={`/admin/user/doing/${id}`}>{title}</Link> },
          { name: '类别', cell: ({ kindName }) => kindName, nowrap: true },
          { name: '编号', cell: ({ number }) => number ?? '未提交', nowrap: true },
          { name: '结果', cell: ({ statusName }) => statusName, nowrap: true },
          { name: '更新', cell: ({ updateTime }) => shortDay(updateTime), nowrap: true },
        ]}
      />
    </section>
  )
}
