import { useEffect } from 'react'
import type { EntryContext } from 'react-router'
import { isDocument } from './document/isDocument.ts'

/** What a page says of itself that shows nothing before its scripts have asked for it. */
export const actsAtOnce = { actsAtOnce: true }

/** Whether the scripts of a page may wait till somebody acts in it: so it is with documents that show all they have. */
export function mayWait(context: EntryContext): boolean {
  const { routeModules, staticHandlerContext } = context
  const acts = staticHandlerContext.matches.some(({ route: { id } }) => routeModules[id]?.handle === actsAtOnce)
  return isDocument(context) && !acts
}

/**
 * Tells that the page acts now: what was done before is done again (`firstView/starter.ts`). It waits till all parts
 * show what this browser remembers: in the commit that takes the page over they still know what the server knew.
 */
export const useAlive = () => useEffect(() => void setTimeout(() => dispatchEvent(new Event('hangxie:alive'))), [])
