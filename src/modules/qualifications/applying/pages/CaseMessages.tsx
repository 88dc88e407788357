import { Link, useLocation } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { CaseMessage } from '#modules/messages/pages/CaseMessage.tsx'
import { States } from '#ui/States.tsx'
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
              {page.list.map(of => (
                <CaseMessage key={of.id} of={of}>
                  {of.route && !here.includes(of.route) && (
                    <Link to={of.route}>
                      查看<span className="hidden-text">：{of.title}</span>
                    </Link>
                  )}
                </CaseMessage>
              ))}
            </ul>
            {page.pages > 1 && <Pager page={page} />}
          </>
        )}
      </States>
    </section>
  )
}
