import { Chart } from '#ui/media/Chart.tsx'
import { Link } from '#ui/router/router.tsx'
import './surveys.css'

type Counted = { name: string; count: number; route?: string | null }
type Props = {
  title: string
  note: string
  /** Answers to the question: what shares are taken of. */
  answered: number
  options: readonly Counted[]
  ranks: readonly { name: string; mean: number | null; first: number }[]
  lines: readonly { name: string; counts: readonly Counted[] }[]
}

const share = (count: number, of: number) => `${of === 0 ? 0 : ((count / of) * 100).toFixed(1)}%`

/** The counts of a question as a drawing, and as a table whose figures open the answers that they count. */
export function ResultChart({ title, note, answered, options, ranks, lines }: Props) {
  if (ranks.length > 0)
    return (
      <>
        <h2>{title}</h2>
        <p>{note}</p>
        <CountTable
          caption="名次"
          head={['平均名次', '排第一的']}
          rows={ranks.map(({ name, mean, first }) => ({ name, counts: [mean ?? '—', first] }))}
        />
      </>
    )
  const [line] = lines
  return line ? (
    <Chart
      title={title}
      note={note}
      kind="stacked"
      unit="份"
      series={line.counts.map(({ name }) => name)}
      rows={lines.map(({ name, counts }) => ({
        name,
        values: counts.map(({ count }) => count),
        routes: counts.map(({ count, route }) => (count > 0 && route) || null),
      }))}
    />
  ) : (
    <Chart
      title={title}
      note={note}
      kind="bars"
      unit="份"
      series={['份数']}
      rows={options.map(({ name, count, route }) => ({
        name: `${name}（${share(count, answered)}）`,
        values: [count],
        routes: [(count > 0 && route) || null],
      }))}
    />
  )
}

type CountRow = { name: string; counts: readonly (number | string)[]; routes?: readonly (string | null)[] }

/** Counts of several columns, which scroll on a phone. */
export const CountTable = ({
  caption,
  head,
  rows,
}: {
  caption: string
  head: readonly string[]
  rows: readonly CountRow[]
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
  <section className="survey-scroll" tabIndex={0} aria-label={caption}>
    <table className="survey-counts">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="hidden-text">项目</span>
          </th>
          {head.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, counts, routes }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {counts.map((count, i) => (
              <td key={head[i]}>{routes?.[i] ? <Link to={routes[i]!}>{count}</Link> : count}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
