import { useEffect } from 'react'
import type { EntryContext } from 'react-router'

/** What a page says of itself that shows nothing before its scripts have asked for it. */
export const actsAtOnce = { actsAtOnce: true }

/** Whether the scripts of a page may wait till somebody acts in it: so it is with public pages that show all they have. */
export function mayWait({ routeModules, staticHandlerContext: { matches } }: EntryContext): boolean {
  if (import.meta.env.DEV) return false
  const ids = matches.map(({ route: { id } }) => id)
  const isPublic = ids.includes('layouts/Public') && !ids.includes('layouts/Member')
  return isPublic && !ids.some(id => routeModules[id]?.handle === actsAtOnce)
}

/**
 * Tells that the page acts now: what was done before is done again (`firstView/starter.ts`). It waits till all parts
 * show what this browser remembers: in the commit that takes the page over they still know what the server knew.
 */
export const useAlive = () => useEffect(() => void setTimeout(() => dispatchEvent(new Event('hangxie:alive'))), [])
