import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onConsentWanted } from '#api/session.ts'
import { consentPath, isConsentPath } from './consentPath.ts'

/** When the server wants a new version to be agreed to first, the page goes there, and comes back here afterwards. */
export function useConsentWanted() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onConsentWanted(() => {
        if (!isConsentPath(pathname)) navigate(consentPath(pathname + search))
      }),
    [navigate, pathname, search],
  )
}
