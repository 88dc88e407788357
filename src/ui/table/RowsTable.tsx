import './rowsTable.css'

type Props = { caption: string; head: string[]; rows: string[][] }

/** A field with rows as it was filled in; what is wider than its place is scrolled sideways. */
export const RowsTable = ({ caption, head, rows }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keys
  // biome-ignore lint/a11y/useSemanticElements: there may be many on a page, and a section would be a landmark
  <div className="rows-table" role="group" aria-label={caption} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">序号</th>
          {head.map(label => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, i) => (
          <tr key={i}>
            <td>{i + 1}</td>
            {cells.map((text, j) => (
              <td key={head[j]}>{text || '—'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

type Rows = Pick<Props, 'head' | 'rows'>

/** A column that nothing stands in tells nothing. */
export function withoutBlanks({ head, rows }: Rows): Rows {
  const isFilled = (_: string, column: number) => rows.some(row => row[column])
  return { head: head.filter(isFilled), rows: rows.map(row => row.filter(isFilled)) }
}
