import { Button } from 'antd'
import type { ReactNode } from 'react'

type Props<R> = {
  rows: R[]
  desk: { edit: (row: R) => void }
  /** Object of the edit button after the row name, for screen readers. */
  of?: string
  children: (row: R) => ReactNode
}

/** The rows of a desk of which there is one for each thing: each is changed, none is added or removed. */
export const RuleRows = <R extends { id: number; name: string }>({ rows, desk, of = '', children }: Props<R>) =>
  rows.map(row => (
    <div key={row.id} className="desk-card-head">
      <div className="movable-main">
        <p>
          <b>{row.name}</b>
        </p>
        <p>{children(row)}</p>
      </div>
      <Button onClick={() => desk.edit(row)}>
        修改<span className="hidden-text">{`${row.name}${of}`}</span>
      </Button>
    </div>
  ))
