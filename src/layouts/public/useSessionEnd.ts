import { useEffect } from 'react'
import { onLoginStatus } from '#api/session.ts'
import { LOGIN, loginPath } from '#ui/MenuLink.tsx'
import { useLocation, useNavigate } from '#ui/router/router.tsx'

/** Goes to sign-in when the server has ended the session, with the way back here. */
export function useSessionEnd() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onLoginStatus(({ ended }) => {
        // Later answers of parallel calls find the page at sign-in already.
        if (ended && pathname !== LOGIN) navigate(loginPath(pathname + search))
      }),
    [navigate, pathname, search],
  )
}
