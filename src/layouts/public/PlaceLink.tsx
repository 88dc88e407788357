import type { ReactNode } from 'react'
import { Link } from '#ui/router/router.tsx'
import { type PlaceCode, usePlace } from './shell.ts'

type Props = {
  to: PlaceCode
  /** Text before and after the link, shown only with it. */
  before?: string
  after?: string
  /** Text shown where there is no link. */
  otherwise?: string
  children: ReactNode
}

/** A link to one of the places that each site has elsewhere, in a sentence that is whole without it, too. */
export function PlaceLink({ to, before, after, otherwise, children }: Props) {
  const route = usePlace(to)
  if (!route) return otherwise
  return (
    <>
      {before}
      <Link to={route}>{children}</Link>
      {after}
    </>
  )
}
