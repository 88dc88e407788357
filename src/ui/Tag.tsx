import type { ReactNode } from 'react'
import './tag.css'

/** A word that says a state or kind; the colour only repeats it. */
export type Tone = 'plain' | 'water' | 'good' | 'warn' | 'bad' | 'flame'

export const Tag = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`tag ${tone}`}>{children}</span>
)
