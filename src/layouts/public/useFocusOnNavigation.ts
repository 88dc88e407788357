import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a page change a screen reader starts at the new page's heading, as it would after a real load; so it does
 * where the focus has vanished with a form that was sent and is drawn anew.
 */
export function useFocusOnNavigation() {
  const { pathname, search } = useLocation()
  const shown = useRef({ pathname, search })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    const isLost = search !== before.search && document.activeElement === document.body
    if (pathname === before.pathname && !isLost) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [pathname, search])
}
