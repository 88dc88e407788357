import { useEffect } from 'react'
import type { EntryContext } from 'react-router'
import { isDocument } from './document/isDocument.ts'

/** `handle` of a page that shows nothing until its scripts have loaded data. */
export const actsAtOnce = { actsAtOnce: true }

/**
 * Returns when the scripts of a document are loaded: on the first interaction, if the page is complete without them, or
 * at once. Undefined for screens, which have nothing to press before their scripts run.
 */
export function scriptLoadTime(context: EntryContext): 'when asked' | 'at once' | undefined {
  if (!isDocument(context)) return undefined
  const { routeModules, staticHandlerContext } = context
  const acts = staticHandlerContext.matches.some(({ route: { id } }) => routeModules[id]?.handle === actsAtOnce)
  return acts ? 'at once' : 'when asked'
}

/**
 * Tells that the page acts now: what was done before is done again (`firstView/starter.ts`). It waits till all parts
 * show what this browser remembers: in the commit that takes the page over they still know what the server knew.
 */
export const useAnnounceHydration = () =>
  useEffect(() => void setTimeout(() => dispatchEvent(new Event('hangxie:alive'))), [])
