import './rows.css'
import { Button } from 'antd'
import { type ClipboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors, FieldValue, FormField, FormRow } from '#lib/form/form.ts'
import { Icon } from '../Icon.tsx'
import { Mover } from '../Movable.tsx'
import { Control } from './Control.tsx'
import { type Described, fieldId } from './Field.tsx'
import { pasteInto, readTable } from './pasted.ts'

/** Rows that are at hand, to be taken over with one click. */
export type Filler = { label: string; rows: () => FormRow[] }

type Props = {
  field: FormField
  value: FieldValue | undefined
  onChange: (rows: FormRow[]) => void
  described: Described
  errors: FieldErrors
  filler?: Filler
}

const MAX_ROWS = 200

/** A table to fill in: a line a row where there is room, a card a row on a phone. */
export function Rows({ field, value, onChange, described, errors, filler }: Props) {
  const { name, label, max = MAX_ROWS } = field
  const columns = (field.columns ?? []).filter(({ hidden }) => !hidden)
  const rows = Array.isArray(value) ? (value as FormRow[]) : []
  const [said, say] = useState('')
  const { box, focusNext } = useNextFocus()
  const isNarrow = useNarrow(box, columns)
  const isFull = rows.length >= max
  const change = (i: number, column: string, cell: FieldValue) =>
    onChange(rows.map((row, j) => (j === i ? ({ ...row, [column]: cell } as FormRow) : row)))
  const add = () => {
    onChange([...rows, {}])
    focusNext(`#${CSS.escape(fieldId(`${name}.${rows.length}.${columns[0]!.name}`))}`)
    say(`已添加第 ${rows.length + 1} 行`)
  }
  const remove = (i: number) => {
    onChange(rows.filter((_, j) => j !== i))
    focusNext(rows.length > 1 ? `li:nth-child(${Math.min(i + 1, rows.length - 1)}) .rows-remove` : '.rows-add')
    say(`已删除第 ${i + 1} 行`)
  }
  const move = (i: number, by: 1 | -1) => {
    const moved = [...rows]
    moved.splice(i + by, 0, ...moved.splice(i, 1))
    onChange(moved)
    say(`第 ${i + 1} 行已移到第 ${i + by + 1} 行`)
  }
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const table = readTable(event.clipboardData.getData('text/plain'))
    if (!table) return
    event.preventDefault()
    const pasted = pasteInto({ columns, rows, at: { row, column }, max }, table)
    onChange(pasted.rows)
    say(pastedWords(pasted))
  }
  const take = () => {
    const filled = rows.filter(row => Object.values(row).some(isFilled))
    const ready = filler!.rows().filter(row => !filled.some(one => matchesRow(one, row)))
    onChange([...filled, ...ready].slice(0, max))
    say(ready.length ? `已带入 ${Math.min(ready.length, max - filled.length)} 行` : '没有可以带入的新内容')
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a box that scrolls
    <div
      className="rows"
      ref={box}
      data-cards={isNarrow || undefined}
      data-ordered={field.isOrdered || undefined}
      id={described.id}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${described.id}-label`}
      aria-describedby={described['aria-describedby']}
    >
      {rows.length > 0 && (
        <div className="rows-scroll" style={{ '--rows-columns': columns.map(widthOf).join(' ') } as object}>
          <div className="rows-head" aria-hidden="true">
            <span />
            {columns.map(column => (
              <span key={column.name}>
                {column.label}
                {column.required && <em>*</em>}
              </span>
            ))}
            <span />
          </div>
          <ol>
            {rows.map((row, i) => (
              <li key={i} aria-label={`${label} 第 ${i + 1} 行`}>
                <span className="rows-number">
                  {i + 1}
                  {field.isOrdered && (
                    <>
                      <Mover icon="up" name={`上移第 ${i + 1} 行`} disabled={i === 0} onClick={() => move(i, -1)} />
                      <Mover
                        icon="down"
                        name={`下移第 ${i + 1} 行`}
                        disabled={i === rows.length - 1}
                        onClick={() => move(i, 1)}
                      />
                    </>
                  )}
                </span>
                {columns.map((column, j) => (
                  <RowCell
                    key={column.name}
                    name={name}
                    column={column}
                    place={i}
                    value={row[column.name]}
                    error={errors[`${name}.${i}.${column.name}`]}
                    onChange={cell => change(i, column.name, cell)}
                    onPaste={event => paste(event, i, j)}
                  />
                ))}
                <Button className="rows-remove" type="text" aria-label={`删除第 ${i + 1} 行`} onClick={() => remove(i)}>
                  <Icon name="close" size={16} />
                  <span aria-hidden="true">删除</span>
                </Button>
              </li>
            ))}
          </ol>
        </div>
      )}
      <p className="rows-acts">
        <Button className="rows-add" disabled={isFull} onClick={add}>
          添加一行<span className="hidden-text">{label}</span>
        </Button>
        {filler && (
          <Button disabled={isFull} onClick={take}>
            {filler.label}
          </Button>
        )}
        <span>{isFull ? `最多 ${max} 行` : '可从 Excel 复制后直接粘贴到格子里'}</span>
        <span role="status">{said}</span>
      </p>
    </div>
  )
}

/** Root font size in px. */
const REM = 16
/** Width of the number and the button beside the columns, in rem. */
const BESIDE = 5

/** Whether a row of these columns does not fit on one line of its place: then each row is a card. */
function useNarrow(box: RefObject<HTMLDivElement | null>, columns: readonly FormField[]): boolean {
  const needed = columns.reduce((sum, column) => sum + Number(/[\d.]+/.exec(widthOf(column))![0]), BESIDE) * REM
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const measure = () => setNarrow(box.current!.clientWidth < needed)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [box, needed])
  return isNarrow
}

/** Moves the focus to a useful place after a row is added or removed, once rendered. */
function useNextFocus() {
  const box = useRef<HTMLDivElement>(null)
  const next = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (!next.current) return
    box.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = undefined
  })
  return {
    box,
    focusNext: (selector: string) => {
      next.current = selector
    },
  }
}

const isFilled = (cell: unknown) => cell !== undefined && cell !== null && cell !== ''

const matchesRow = (row: FormRow, ready: FormRow) =>
  Object.entries(ready).every(([column, cell]) => !isFilled(cell) || String(row[column]) === String(cell))

const pastedWords = ({ lines, unread, left }: ReturnType<typeof pasteInto>) =>
  [
    `已粘贴 ${lines} 行`,
    unread && `${unread} 格不在可选的内容里，请自行选择`,
    left && `超出行数上限的 ${left} 行没有粘贴`,
  ]
    .filter(Boolean)
    .join('；')

type RowCellProps = {
  name: string
  column: FormField
  place: number
  value: FieldValue | undefined
  error: string | undefined
  onChange: (value: FieldValue) => void
  onPaste: (event: ClipboardEvent) => void
}

/** Cell of an editable table; its label is for screen readers, and visible on phones. */
function RowCell({ name, column, place, value, error, onChange, onPaste }: RowCellProps) {
  const id = fieldId(`${name}.${place}.${column.name}`)
  const described: Described = {
    id,
    'aria-describedby': error && `${id}-error`,
    'aria-invalid': error ? true : undefined,
    'aria-required': column.required || undefined,
  }
  return (
    <div className="rows-cell" data-invalid={error ? true : undefined} onPasteCapture={onPaste}>
      <label className="rows-label" htmlFor={id} id={`${id}-label`}>
        <span className="hidden-text">第 {place + 1} 行 </span>
        {column.label}
        {column.required && <em aria-hidden="true">*</em>}
      </label>
      <Control field={column} value={value} onChange={onChange} described={described} inCell />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Minimum width of a column by its kind; text columns share the rest. */
const widthOf = ({ kind, max = 100 }: FormField) => {
  if (kind === 'agreement') return '4.5rem'
  if (kind === 'number') return 'minmax(5.5rem, 0.6fr)'
  if (/^(day|choice|province|mobile)$/.test(kind)) return 'minmax(8.5rem, 1fr)'
  if (kind === 'residentId' || kind === 'creditCode') return 'minmax(12rem, 1fr)'
  if (kind === 'paragraph' || max > 100) return 'minmax(14rem, 3fr)'
  if (kind === 'text' && max <= 6) return '5rem'
  return kind === 'personName' || (kind === 'text' && max <= 20) ? 'minmax(6.5rem, 1fr)' : 'minmax(10rem, 2fr)'
}
