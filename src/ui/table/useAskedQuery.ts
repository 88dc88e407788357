import { useLocation, useNavigation, useSearchParams } from 'react-router'

/** Of the address that is shown, or already of the one that the visitor has asked for. */
export function useAskedQuery(): URLSearchParams {
  const { pathname } = useLocation()
  const [shown] = useSearchParams()
  const { location: asked } = useNavigation()
  return asked?.pathname === pathname ? new URLSearchParams(asked.search) : shown
}
