import type { ReactNode } from 'react'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { RowActs } from './RowActs.tsx'

type Desk<R> = {
  put: (row: R, position: number) => void
  edit?: (row: R) => void
  /** Absent where no row is deleted. */
  askRemoval?: (row: R) => void
}
type Props<R> = {
  rows: R[]
  label: string
  desk: Desk<R>
  acts?: (row: R) => ReactNode
  children: (row: R) => ReactNode
}

/** The rows of a desk in an order of their own, each with what is done with it. */
export function OrderedRows<R extends { id: number; name: string }>({ rows, label, desk, acts, children }: Props<R>) {
  const drag = useDrag<R>((row, onto) => desk.put(row, rows.indexOf(onto) + 1))
  return (
    <Movable rows={rows} label={label} move={desk.put} drag={drag}>
      {row => (
        <>
          <div className="movable-main">{children(row)}</div>
          {acts?.(row)}
          <RowActs row={row} desk={desk} />
        </>
      )}
    </Movable>
  )
}
