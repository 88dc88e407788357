import type { ReactNode } from 'react'
import { Link } from '#ui/router/router.tsx'
import { Chevron } from './Icon.tsx'
import './section.css'

type Props = {
  title: string
  more?: { to: string; name: string }
  children: ReactNode
  className?: string
  level?: 2 | 3
}

/** A part of a page under its heading, with the way to all of it. */
export function Section({ title, more, children, className, level = 2 }: Props) {
  const Heading = `h${level}` as const
  return (
    <section className={className ? `section ${className}` : 'section'}>
      <header>
        <Heading>{title}</Heading>
        {more && (
          <Link to={more.to} aria-label={more.name}>
            更多 <Chevron to="right" />
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
