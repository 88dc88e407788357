import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { onConsentRequest } from '#api/session.ts'
import { consentPath, isConsentPath } from './consentPath.ts'

/** Goes to the page of agreement when the server asks for it, with the way back here. */
export function useConsentWanted() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onConsentRequest(() => {
        if (!isConsentPath(pathname)) navigate(consentPath(pathname + search))
      }),
    [navigate, pathname, search],
  )
}
