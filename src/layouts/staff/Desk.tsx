import { useEffect } from 'react'
import {
  Link,
  Navigate,
  Outlet,
  useLocation,
  useMatches,
  useNavigate,
  useParams,
  useRouteLoaderData,
} from 'react-router'
import { browserApi } from '#api/browser.ts'
import { clearSession, onLoginStatus } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { staffSecurity } from '#modules/accounts/pages/screens.ts'
import { staffMessages } from '#modules/messages/pages/screens.ts'
import { UndoBar } from '#ui/act/undo.tsx'
import { dropDraftsOfOthers } from '#ui/form/draft.ts'
import { Icon } from '#ui/Icon.tsx'
import { Themed } from '#ui/Themed.tsx'
import { ConfirmSelf } from '../ConfirmSelf.tsx'
import type { SiteConfig } from '../head.ts'
import { IdleWarning } from '../IdleWarning.tsx'
import { NotPermitted } from '../ScreenProblem.tsx'
import { screenOf } from '../screen.ts'
import { screenLoader } from '../screenLoader.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useCountInTitle, useUnread, useUnreadPoll } from '../unread.ts'
import type { Route } from './+types/Desk'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { StaffNav } from './StaffNav.tsx'
import { useStaff } from './staff.ts'
import { staffLoginPath } from './staffLoginPath.ts'

export { ScreenProblem as ErrorBoundary } from '../ScreenProblem.tsx'
export { afterActionsOnly as shouldRevalidate } from '../shouldRevalidate.ts'
export { Opening as HydrateFallback } from './Opening.tsx'

const askMe = () => browserApi('GET /staff/me', {})
export const clientLoader = screenLoader(api => api('GET /staff/me', {}))

/** The living part of the back office: who is here, the navigation, and the screen of this address. */
export default function Desk({ loaderData: staff }: Route.ComponentProps) {
  const screen = screenOf(useMatches())
  const mayOpen = screen?.permission === undefined || staff.permissions.includes(screen.permission)
  const recordId = Number(useParams().id) || null
  useSignInFirst()
  dropDraftsOfOthers(`staff ${staff.id}`)
  // Staff without a required second factor see only the screen that sets it up.
  if (staff.mustEnrol && screen !== staffSecurity) return <Navigate to={staffSecurity.to} replace />
  return (
    <Themed>
      <UndoBar>
        <StaffBar />
        <StaffNav />
        <main id="main" tabIndex={-1} className="desk-main">
          <h1>{screen?.name ?? '未找到'}</h1>
          {mayOpen ? <Outlet /> : <NotPermitted />}
          {mayOpen && screen?.record && recordId && (
            <RecordHistory key={recordId} objectType={screen.record} objectId={recordId} />
          )}
        </main>
        <ConfirmSelf of="staff" userName={staff.userName} />
        <IdleWarning minutes={staff.idleMinutes} ask={askMe} locks />
      </UndoBar>
    </Themed>
  )
}

/** Goes to sign-in when the session is over, with the way back to this address. */
function useSignInFirst() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onLoginStatus(({ ended }) => {
        if (ended) navigate(staffLoginPath(pathname + search), { replace: true })
      }),
    [navigate, pathname, search],
  )
}

/** Above everything: whose office this is, the way to the public site, who is here, and the way out. */
function StaffBar() {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const { displayName, roleNames, permissions, standsInFor } = useStaff()
  const { submit, busy } = useSubmit('POST /staff/logout')
  const navigate = useNavigate()
  const unread = useUnread('staff')
  useUnreadPoll('staff', permissions.length > 0, useLocation().pathname)
  useCountInTitle(unread)
  const leave = async () => {
    if (!(await submit({}))) return
    clearSession({ ended: false })
    navigate('/staff/login', { replace: true })
  }
  return (
    <header className="desk-bar">
      <Link to="/staff" className="desk-name">
        {association.shortName}
        <span>工作后台</span>
      </Link>
      <PaletteButton />
      <Link to="/admin/home" className="desk-bar-link desk-site" target="_blank" rel="noopener">
        <Icon name="eye" size={18} />
        <span>查看网站</span>
      </Link>
      <Link to={staffMessages.to} className="desk-bar-link desk-messages">
        <Icon name="mail" size={18} />
        <span>消息</span>
        <UnreadBadge count={unread} />
      </Link>
      <Link to={staffSecurity.to} className="desk-bar-link desk-who">
        <Icon name="user" size={18} />
        {displayName}
        <span>
          {roleNames.join('、')}
          {standsInFor.map(({ name }) => `（代 ${name}）`)}
        </span>
      </Link>
      <button type="button" className="desk-bar-link" onClick={() => void leave()} disabled={busy}>
        退出
      </button>
    </header>
  )
}
