import type { ReactNode } from 'react'
import './facts.css'
import { keepTogether } from './keepTogether.tsx'

export type Fact = readonly [name: string, value: ReactNode]

/** Names and values of a record, one under the other; what has no value is left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts
      .filter(([, value]) => value !== '' && value !== null && value !== undefined && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{keepTogether(value)}</dd>
        </div>
      ))}
  </dl>
)
