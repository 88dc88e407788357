import { useLocation, useNavigation, useSearchParams } from 'react-router'

/** Query of the shown address, or of the one that is already loading. */
export function useTargetQuery(): URLSearchParams {
  const { pathname } = useLocation()
  const [shown] = useSearchParams()
  const { location: asked } = useNavigation()
  return asked?.pathname === pathname ? new URLSearchParams(asked.search) : shown
}
