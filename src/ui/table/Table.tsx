import type { ReactNode } from 'react'
import { keepTogether } from '../keepTogether.tsx'
import { type HasId, idOf, type KeyOf } from './rowKey.ts'
import './cells.css'
import './table.css'

export type TableColumn<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  width?: string
  nowrap?: boolean
  /** Digits are aligned, without a line break. */
  isFigure?: boolean
}
type Props<Row> = { caption: string; columns: TableColumn<Row>[]; rows: Row[] }

/** Rows under headings; on a phone each row becomes a card that names its values. The first column says what the row is. */
export function Table<Row extends HasId>(props: Props<Row>): ReactNode
export function Table<Row>(props: Props<Row> & { keyOf: KeyOf<Row> }): ReactNode
export function Table<Row>({ caption, columns, rows, keyOf = idOf }: Props<Row> & { keyOf?: KeyOf<Row> }) {
  return (
    <div className="table-scroll">
      <table className="table">
        <caption className="hidden-text">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, width, isFigure }) => (
              <th key={name} scope="col" data-figure={isFigure || undefined} style={width ? { width } : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, nowrap, isFigure }, i) => {
                const Cell = i === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={name}
                    scope={i === 0 ? 'row' : undefined}
                    data-name={name}
                    data-nowrap={nowrap || isFigure || undefined}
                    data-figure={isFigure || undefined}
                  >
                    <div>{keepTogether(cell(row))}</div>
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
