import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Tag } from '#ui/Tag.tsx'
import './doing.css'
import { Day } from '#ui/Day.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'

export type Todos = Output<ApiContract['GET /member/todo/list']>

type Props = {
  todos: Todos
  /** Set if something else on the screen is already highlighted. */
  calm?: boolean
}

/** Lists the member's tasks, earliest due date first, each with a button; the first is highlighted. */
export const TodoList = ({ todos, calm = false }: Props) => (
  <ul className="doing" role="list">
    {todos.map((of, i) => (
      <li key={of.key}>
        <div>
          <p className="doing-title">
            <b>{of.title}</b>
            <Tag tone="warn">{of.statusName}</Tag>
          </p>
          <p>
            {of.kindName}
            {of.number && keepTogether(`　${of.number}`)}
            {of.dueOn && (
              <b>
                {'　请在 '}
                <Day of={of.dueOn} /> 前完成
              </b>
            )}
          </p>
        </div>
        <p className="doing-links">
          <Link className={`button${i === 0 && !calm ? ' primary' : ''}`} to={of.route}>
            {of.actName}
            <span className="hidden-text">：{of.title}</span>
          </Link>
          {of.applicationId && (
            <Link className="doing-progress" to={`/admin/user/doing/${of.applicationId}`}>
              查看进度<span className="hidden-text">：{of.title}</span>
            </Link>
          )}
        </p>
      </li>
    ))}
  </ul>
)
