import { isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from 'react-router'
import { isStaffPath } from '#api/session.ts'
import { isRefusal } from '#lib/error.ts'
import { Empty } from '#ui/Empty.tsx'
import { Failed } from '#ui/States.tsx'
import { NotOpened } from './NotOpened.tsx'

/** In place of a screen that has no data to show, or that failed; the frame around it stays. */
export function ScreenProblem() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const card = isStaffPath(useLocation().pathname) ? 'desk-card' : 'centre-card'
  const refused = refusalIn(error)
  if (!refused) return <NotOpened />
  const { code, message } = refused
  if (code === 403 && card === 'desk-card') return <NotTheirs message={message} />
  return (
    <section className={card}>
      {code === 404 ? (
        <Empty title="抱歉，您访问的页面不存在">
          <p>{message}</p>
        </Empty>
      ) : (
        <Failed message={message} retry={() => void revalidate()} />
      )}
    </section>
  )
}

/** Thrown by a loader, or by a screen while it was drawn. */
function refusalIn(error: unknown): { code: number; message: string } | undefined {
  if (isRouteErrorResponse(error)) return { code: error.status, message: String(error.data) }
  return isRefusal(error) ? error : undefined
}

/** A screen of the back office for other roles than those of this person. */
export const NotTheirs = ({ message }: { message?: string }) => (
  <section className="desk-card">
    <Empty title="这里不属于您的岗位">
      {message && <p>{message}</p>}
      <p>如需使用，请联系管理员调整您的角色。</p>
    </Empty>
  </section>
)
