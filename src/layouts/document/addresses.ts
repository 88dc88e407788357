import type { Location, To } from 'react-router'

type Here = Pick<Location, 'pathname' | 'search'>

/** Resolves a link; one with only parameters stays on the present page. */
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
