import { type ArticleValues, labels } from '../../articleValues.ts'
import { compareTexts, type Part, type Row } from '../../difference.ts'
import { type Name, names, wordsFor } from './values.ts'
import './comparison.css'

type Props = {
  before: ArticleValues
  after: ArticleValues
  /** What stands on the left and on the right. */
  titles: readonly [string, string]
  columns: ReadonlyMap<number, string>
}

/** Two texts side by side, field by field and paragraph by paragraph; only what differs. */
export function Comparison({ before, after, titles, columns }: Props) {
  const differing = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (differing.length === 0) return <p>两份内容完全相同。</p>
  return (
    <div className="comparison">
      {differing.map(name => (
        <FieldComparison
          key={name}
          name={name}
          titles={titles}
          rows={compareTexts(wordsFor(name, before, columns), wordsFor(name, after, columns))}
        />
      ))}
    </div>
  )
}

function FieldComparison({ name, titles, rows }: { name: Name; titles: Props['titles']; rows: Row[] }) {
  const sameWords = rows.every(({ kind }) => kind === 'same')
  return (
    <section aria-label={labels[name]}>
      <h3>{labels[name]}</h3>
      {sameWords ? (
        <p>文字相同，只是格式、链接或图片说明有变化。</p>
      ) : (
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
      )}
    </section>
  )
}

const shown = ({ kind, text }: Part, i: number) => {
  if (kind === 'same') return <span key={i}>{text}</span>
  return kind === 'gone' ? <del key={i}>{text}</del> : <ins key={i}>{text}</ins>
}

/** Of paragraphs that are the same only the nearest is shown; of the others, how many there are. */
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
