import { useEffect } from 'react'
import { Navigate, Outlet, useLocation, useMatches, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { onLoginStatus } from '#api/session.ts'
import { staffSecurity } from '#modules/accounts/pages/screens.ts'
import { keepDraftsOf } from '#ui/form/draft.ts'
import { Themed } from '#ui/Themed.tsx'
import { ConfirmSelf } from '../ConfirmSelf.tsx'
import { IdleWarning } from '../IdleWarning.tsx'
import { NotTheirs } from '../ScreenProblem.tsx'
import { screenOf } from '../screen.ts'
import { screenLoader } from '../screenLoader.ts'
import type { Route } from './+types/Desk'
import { StaffBar } from './StaffBar.tsx'
import { StaffNav } from './StaffNav.tsx'
import { staffLoginPath } from './staffLoginPath.ts'

export { ScreenProblem as ErrorBoundary } from '../ScreenProblem.tsx'
export { onlyWhenAsked as shouldRevalidate } from '../shouldRevalidate.ts'
export { Opening as HydrateFallback } from './Opening.tsx'

const askMe = () => browserApi('GET /staff/me', {})
export const clientLoader = screenLoader(api => api('GET /staff/me', {}))

/** The living part of the back office: who is here, the navigation, and the screen of this address. */
export default function Desk({ loaderData: staff }: Route.ComponentProps) {
  const screen = screenOf(useMatches())
  const mayOpen = screen?.permission === undefined || staff.permissions.includes(screen.permission)
  useSignInFirst()
  keepDraftsOf(`staff ${staff.id}`)
  // Without a second factor there is nothing to see but where it is set up.
  if (staff.mustEnrol && screen !== staffSecurity) return <Navigate to={staffSecurity.to} replace />
  return (
    <Themed>
      <StaffBar />
      <StaffNav />
      <main id="main" tabIndex={-1} className="desk-main">
        <h1>{screen?.name ?? '未找到'}</h1>
        {mayOpen ? <Outlet /> : <NotTheirs />}
      </main>
      <ConfirmSelf of="staff" userName={staff.userName} />
      <IdleWarning minutes={staff.idleMinutes} ask={askMe} />
    </Themed>
  )
}

/** When the session is over, to the entrance, and back to this very address. */
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
