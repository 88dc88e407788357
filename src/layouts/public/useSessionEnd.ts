import { useEffect } from 'react'
import { onLoginStatus } from '#api/session.ts'
import { LOGIN, loginPath } from '#ui/MenuLink.tsx'
import { useLocation, useNavigate } from '#ui/router/router.tsx'

/** When the server has ended the session the page goes to sign-in, and comes back here afterwards (spec.md section 8). */
export function useSessionEnd() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onLoginStatus(({ ended, why }) => {
        // Of several calls that were under way, those answered later find the page at sign-in already.
        if (ended && pathname !== LOGIN) navigate(loginPath(pathname + search), { state: { why } })
      }),
    [navigate, pathname, search],
  )
}
