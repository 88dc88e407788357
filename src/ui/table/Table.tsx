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
  /**
   * Place on a phone, where a table that says so has short rows without names: at the right of the first line, a line of
   * its own, a part of the last line, or that with its name. Columns without one are left to what the row leads to.
   */
  onPhone?: 'corner' | 'line' | 'part' | 'named'
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
              {columns.map(({ name, cell, nowrap, isFigure, onPhone }, i) => {
                const Cell = i === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={name}
                    scope={i === 0 ? 'row' : undefined}
                    data-name={name}
                    data-nowrap={nowrap || isFigure || undefined}
                    data-figure={isFigure || undefined}
                    data-phone={onPhone}
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
