import type { ReactNode } from 'react'
import './entrance.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode; aside?: ReactNode }

/** The frame of the pages around signing in: one column to fill in, and what it is good for beside it. */
export function Entrance({ title, lead, children, aside }: Props) {
  return (
    <div className="entrance">
      <div className="wrap entrance-grid">
        <section className="entrance-card" aria-labelledby="entrance-title">
          <h1 id="entrance-title">{title}</h1>
          {lead && <p className="entrance-lead">{lead}</p>}
          {children}
        </section>
        {aside}
      </div>
    </div>
  )
}
