import type { EntryContext } from 'react-router'

/**
 * Whether a page is a document: public, and each way out of it leads to another page that the server sends. All others
 * are screens of one application, between which React Router leads.
 */
export function isDocument({ staticHandlerContext: { matches } }: EntryContext): boolean {
  if (import.meta.env.DEV) return false
  const ids = matches.map(({ route: { id } }) => id)
  return ids.includes('layouts/Public') && !ids.includes('layouts/Member')
}
