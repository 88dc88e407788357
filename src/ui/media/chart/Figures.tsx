import { Link } from '#ui/router/router.tsx'
import { type ChartData, formatValue } from './chartData.ts'

type Props = ChartData & {
  title: string
  /** Figures lead to their lists; not while nobody sees where the focus is. */
  opens: boolean
}

/** The same as a table. */
export const Figures = ({ title, unit, series, rows, opens }: Props) => (
  <table>
    <caption className="hidden-text">
      {title}（{unit}）
    </caption>
    <thead>
      <tr>
        <th scope="col">项目</th>
        {series.map(name => (
          <th key={name} scope="col">
            {name}（{unit}）
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, values, routes = [] }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {series.map((of, i) => (
            <td key={of}>
              <Figure value={values[i] ?? null} route={(opens && routes[i]) || null} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A figure opens the list of what it counts. */
function Figure({ value, route }: { value: number | null; route: string | null }) {
  if (value === null) return '—'
  return route ? <Link to={route}>{formatValue(value)}</Link> : formatValue(value)
}
