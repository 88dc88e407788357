import { Suspense, useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { onLoginStatus } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import { Empty } from '#ui/Empty.tsx'
import { keepDraftsOf } from '#ui/form/draft.ts'
import { Loading, States } from '#ui/States.tsx'
import { Themed } from '#ui/Themed.tsx'
import { IdleWarning } from '../IdleWarning.tsx'
import { ScreenBoundary } from '../ScreenBoundary.tsx'
import { ConfirmSelf } from './ConfirmSelf.tsx'
import { addressOf, screenAt, staffLoginPath } from './places.ts'
import { StaffBar } from './StaffBar.tsx'
import { StaffNav } from './StaffNav.tsx'
import { StaffContext, useMay, useStaff } from './staff.ts'

const SECURITY = addressOf({ path: 'security' })
const askMe = () => browserApi('GET /staff/me', {})

/** The living part of the back office: who is here, the navigation, and the screen of this address. */
export default function Desk() {
  const me = useApi('GET /staff/me', {})
  useSignInFirst()
  return (
    <Themed>
      <States answer={me}>
        {staff => {
          keepDraftsOf(`staff ${staff.id}`)
          return (
            <StaffContext value={{ ...staff, reload: me.reload }}>
              <StaffBar />
              <StaffNav />
              <Place />
              <ConfirmSelf />
              <IdleWarning minutes={staff.idleMinutes} ask={askMe} />
            </StaffContext>
          )
        }}
      </States>
    </Themed>
  )
}

function Place() {
  const { pathname } = useLocation()
  const { mustEnrol } = useStaff()
  const { screen, id } = screenAt(pathname)!
  const may = useMay(screen.permission ?? '') || screen.permission === undefined
  const Shown = screen.screen
  if (mustEnrol && pathname !== SECURITY) return <Navigate to={SECURITY} replace />
  return (
    <main id="main" tabIndex={-1} className="desk-main">
      <h1>{screen.name}</h1>
      {may ? (
        <ScreenBoundary key={pathname}>
          <Suspense fallback={<Loading />}>
            <Shown key={id} />
          </Suspense>
        </ScreenBoundary>
      ) : (
        <section className="desk-card">
          <Empty title="这里不属于您的岗位">
            <p>如需使用，请联系管理员调整您的角色。</p>
          </Empty>
        </section>
      )}
    </main>
  )
}

/** Without a session, or when it is over, to the entrance, and back to this very address. */
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
