import { type ChartData, formatValue, type Row, seriesClass } from './chartData.ts'

const sum = ({ values }: Row) => values.reduce<number>((total, value) => total + (value ?? 0), 0)

/** A bar a row, of one part or of several. */
export function Bars({ rows, series, unit }: ChartData) {
  const most = Math.max(...rows.map(sum), 1)
  return (
    <ul className="chart-bars" role="list">
      {rows.map(row => (
        <li key={row.name}>
          <span>{row.name}</span>
          <span className="chart-track">
            {row.values.map((value, i) => (
              <i
                key={series[i]}
                className={`chart-fill ${seriesClass(i)}`}
                style={{ width: `${((value ?? 0) / most) * 100}%` }}
              />
            ))}
          </span>
          <b>
            {formatValue(sum(row))} {unit}
          </b>
        </li>
      ))}
    </ul>
  )
}
