import { Link, useLocation } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { useFilters } from '#ui/table/useFilters.ts'

/** What the association told of this application, the newest first. */
export function CaseMessages({ id }: { id: number }) {
  const { pageNum } = useFilters()
  const { pathname } = useLocation()
  const here = [pathname, `/admin/user/doing/${id}`]
  const answer = useApi('GET /qualification/message/list', { id, pageNum })
  if (answer.data?.total === 0) return null
  return (
    <section className="centre-card">
      <h2>相关消息</h2>
      <States answer={answer} lines={3}>
        {page => (
          <>
            <ul className="case-messages" role="list">
              {page.list.map(({ id, title, content, route, isRead, createTime }) => (
                <li key={id}>
                  <p>
                    <b>{title}</b> {!isRead && <Tag tone="water">未读</Tag>}{' '}
                    <time dateTime={createTime}>{minute(createTime)}</time>
                  </p>
                  <p>{content}</p>
                  {route && !here.includes(route) && (
                    <Link to={route}>
                      查看<span className="hidden-text">：{title}</span>
                    </Link>
                  )}
                </li>
              ))}
            </ul>
            {page.pages > 1 && <Pager page={page} />}
          </>
        )}
      </States>
    </section>
  )
}
