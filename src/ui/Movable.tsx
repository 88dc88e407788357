import { Button } from 'antd'
import { type DragEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import './movable.css'

type Row = { id: number; name: string }

/** Rows that are dragged onto one another by the mouse. Everything it does, buttons do too. */
export function useDrag<R extends Row>(drop: (dragged: R, onto: R) => void) {
  const [dragged, setDragged] = useState<R | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (row: R) => ({
    draggable: true,
    'data-over': (over === row.id && dragged !== null && dragged.id !== row.id) || undefined,
    onDragStart: (event: DragEvent) => {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      setDragged(row)
    },
    onDragOver: (event: DragEvent) => {
      if (!dragged) return
      event.preventDefault()
      event.stopPropagation()
      setOver(row.id)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      event.stopPropagation()
      if (dragged && dragged.id !== row.id) drop(dragged, row)
      end()
    },
    onDragEnd: end,
  })
}

type MoverProps = { icon: IconName; name: string; disabled?: boolean; onClick: () => void }

/** A button that moves a row. It keeps the focus when its row, and it with it, has gone elsewhere. */
export function Mover({ icon, name, disabled, onClick }: MoverProps) {
  const button = useRef<HTMLButtonElement>(null)
  const used = useRef(false)
  useLayoutEffect(() => {
    if (!used.current || document.activeElement === button.current) return
    if (document.activeElement === document.body) button.current?.focus()
  })
  return (
    <Button
      ref={button}
      type="text"
      className="mover"
      aria-label={name}
      title={name}
      aria-disabled={disabled || undefined}
      onBlur={event => {
        if (event.relatedTarget) used.current = false
      }}
      onClick={() => {
        used.current = true
        if (!disabled) onClick()
      }}
    >
      <Icon name={icon} size={18} />
    </Button>
  )
}

type Props<R> = {
  rows: R[]
  label: string
  move: (row: R, position: number) => void
  drag: (row: R) => object
  movers?: (row: R) => ReactNode
  below?: (row: R) => ReactNode
  children: (row: R) => ReactNode
}

/** A list in an order of its own, changed by dragging and by buttons. */
export const Movable = <R extends Row>({ rows, label, move, drag, movers, below, children }: Props<R>) => (
  <ol className="movable" aria-label={label}>
    {rows.map((row, i) => (
      <li key={row.id} data-row={row.id} {...drag(row)}>
        <div className="movable-row">
          <span className="movable-movers">
            <Mover icon="up" name={`上移 ${row.name}`} disabled={i === 0} onClick={() => move(row, i)} />
            <Mover
              icon="down"
              name={`下移 ${row.name}`}
              disabled={i === rows.length - 1}
              onClick={() => move(row, i + 2)}
            />
            {movers?.(row)}
          </span>
          {children(row)}
        </div>
        {below?.(row)}
      </li>
    ))}
  </ol>
)
