import type { EntryContext } from 'react-router'

/**
 * Reports whether a page is a document: public, and left only for pages that the server sends. All others are screens
 * of one application, navigated by React Router.
 */
export function isDocument({ staticHandlerContext: { matches } }: EntryContext): boolean {
  if (import.meta.env.DEV) return false
  const ids = matches.map(({ route: { id } }) => id)
  return ids.includes('layouts/Public') && !ids.includes('layouts/Member')
}
