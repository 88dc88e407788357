import { Link, useLocation, useRouteError } from 'react-router'
import { isStaffPath } from '#api/session.ts'
import { Empty } from '#ui/Empty.tsx'
import { Failed } from '#ui/failed/Failed.tsx'
import { NotOpened } from './NotOpened.tsx'
import { failureIn } from './Problem.tsx'
import { missingCodeRefusal, useRetry } from './useRetry.ts'

/** Shown in place of a screen that failed or has no data; the frame around it stays. */
export function ScreenProblem() {
  const error = useRouteError()
  const { retry, busy } = useRetry(error)
  const isStaff = isStaffPath(useLocation().pathname)
  const card = isStaff ? 'desk-card' : 'centre-card'
  const failure = failureIn(error) ?? missingCodeRefusal(error)
  if (!failure) return <NotOpened />
  if (failure.code === 403 && isStaff) return <NotPermitted message={failure.message} />
  return (
    <section className={card}>
      {failure.code === 404 ? (
        <Empty title="抱歉，您访问的页面不存在">
          <p>{failure.message}</p>
          <Back isStaff={isStaff} />
        </Empty>
      ) : (
        <Failed of={failure} retry={retry} busy={busy} heading="h2" back={<Back isStaff={isStaff} />} />
      )}
    </section>
  )
}

const Back = ({ isStaff }: { isStaff: boolean }) => (
  <Link className="button" to={isStaff ? '/staff' : '/admin/user'}>
    {isStaff ? '返回工作台' : '返回会员中心'}
  </Link>
)

/** A screen of the back office for other roles than those of this person. */
export const NotPermitted = ({ message }: { message?: string }) => (
  <section className="desk-card">
    <Empty title="这里不属于您的岗位">
      {message && <p>{message}</p>}
      <p>如需使用，请联系管理员调整您的角色。</p>
      <Back isStaff />
    </Empty>
  </section>
)
