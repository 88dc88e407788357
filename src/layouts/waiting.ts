import { useEffect } from 'react'
import type { EntryContext } from 'react-router'
import { isDocument } from './document/isDocument.ts'

/** What a page says of itself that shows nothing before its scripts have asked for it. */
export const actsAtOnce = { actsAtOnce: true }

/**
 * When the scripts of a document are fetched: when somebody acts in it, for it shows all it has, or at once. Of screens,
 * which have nothing to press before their scripts draw it, nothing is said.
 */
export function scriptsCome(context: EntryContext): 'when asked' | 'at once' | undefined {
  if (!isDocument(context)) return undefined
  const { routeModules, staticHandlerContext } = context
  const acts = staticHandlerContext.matches.some(({ route: { id } }) => routeModules[id]?.handle === actsAtOnce)
  return acts ? 'at once' : 'when asked'
}

/**
 * Tells that the page acts now: what was done before is done again (`firstView/starter.ts`). It waits till all parts
 * show what this browser remembers: in the commit that takes the page over they still know what the server knew.
 */
export const useAlive = () => useEffect(() => void setTimeout(() => dispatchEvent(new Event('hangxie:alive'))), [])
