import type { Location, To } from 'react-router'

type Here = Pick<Location, 'pathname' | 'search'>

/** As a link says it: of this page where only parameters are named, elsewhere as it stands. */
export function hrefOf(to: To, { pathname, search }: Here): string {
  if (typeof to === 'object') return (to.pathname ?? pathname) + (to.search ?? '') + (to.hash ?? '')
  if (to.startsWith('?')) return to === '?' ? pathname : pathname + to
  return to.startsWith('#') ? pathname + search + to : to || pathname + search
}

export const locationOf = ({ pathname, search, hash }: URL, state: unknown = null): Location => ({
  pathname,
  search,
  hash,
  state,
  key: 'default',
  mask: undefined,
})

export const addressOf = (location: Location, base: string) => new URL(hrefOf(location, location), base)
