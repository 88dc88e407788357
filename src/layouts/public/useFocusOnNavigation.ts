import { useEffect, useRef } from 'react'
import { useLocation } from '#ui/router/router.tsx'

/**
 * Moves the focus to the heading of the new page after navigation, as a real load would for a screen reader; also when
 * the focused form has been sent and replaced.
 */
export function useFocusOnNavigation() {
  const { pathname, search, state } = useLocation()
  const shown = useRef({ pathname, search })
  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, search }
    const isContinued = state?.continues === before.pathname
    const isLost = search !== before.search && document.activeElement === document.body
    if ((pathname === before.pathname || isContinued) && !isLost) return
    toHeading()
  }, [pathname, search, state])
}

/** A page that has more to say at once than what it is called marks where to begin. */
function toHeading() {
  const heading = ['main [data-begin]', 'main h1', 'main']
    .map(place => document.querySelector<HTMLElement>(place))
    .find(found => found !== null)
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** Moves the focus to the heading when the pressed button has disappeared. */
export const focusHeading = () => document.activeElement === document.body && toHeading()
