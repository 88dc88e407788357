import type { ReactNode } from 'react'
import './tag.css'

/** A word that says a state or kind; the colour only repeats it. */
export type Tone = 'plain' | 'water' | 'good' | 'warn' | 'bad' | 'flame'

export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`tag ${tone}`}>{children}</span>
)

type Stated<State extends string> = { of: { state: State; stateName: string }; tones: Readonly<Record<State, Tone>> }

/** The state of a record, as its answer names it. */
export const StateTag = <State extends string>({ of: { state, stateName }, tones }: Stated<State>) => (
  <Tag tone={tones[state]}>{stateName}</Tag>
)
