import { compareTexts, type Part, type Row } from '#lib/difference.ts'
import './comparison.css'

type Props = {
  before: string
  after: string
  titles: readonly [string, string]
  same: string
}

/** Compares two texts side by side, paragraph by paragraph; unchanged paragraphs are shown only next to changes. */
export function TextComparison({ before, after, titles, same }: Props) {
  const rows = compareTexts(before, after)
  if (rows.every(({ kind }) => kind === 'same')) return <p>{same}</p>
  return (
    <table>
      <thead>
        <tr>
          {titles.map(title => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {folded(rows).map((row, i) =>
          typeof row === 'number' ? (
            <tr key={i} className="comparison-gap">
              <td colSpan={2}>（相同的 {row} 段）</td>
            </tr>
          ) : (
            <tr key={i} data-kind={row.kind}>
              <td>{row.before.map(shown)}</td>
              <td>{row.after.map(shown)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

const shown = ({ kind, text }: Part, i: number) => {
  if (kind === 'same') return <span key={i}>{text}</span>
  return kind === 'gone' ? <del key={i}>{text}</del> : <ins key={i}>{text}</ins>
}

/** Folds unchanged paragraphs that are not next to a change into their number. */
function folded(rows: Row[]): (Row | number)[] {
  const isNear = (i: number) => [i - 1, i, i + 1].some(at => rows[at]?.kind === 'changed')
  const shown: (Row | number)[] = []
  for (const [i, row] of rows.entries()) {
    const last = shown.at(-1)
    if (isNear(i)) shown.push(row)
    else if (typeof last === 'number') shown[shown.length - 1] = last + 1
    else shown.push(1)
  }
  return shown
}
