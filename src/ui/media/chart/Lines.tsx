import { type ChartData, formatValue, seriesClass } from './chartData.ts'

/** Size in units of the drawing, which is stretched to the available width. */
const [WIDTH, HEIGHT] = [100, 100]

/** A line a series, over rows that follow one another. */
export function Lines({ rows, series }: ChartData) {
  const top = roundUp(Math.max(...rows.flatMap(({ values }) => values.map(value => value ?? 0)), 1))
  const x = (i: number) => ((i + 0.5) / rows.length) * WIDTH
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  /** A line ends where nothing is known any more. */
  const pointsOf = (of: number) =>
    rows.flatMap(({ name, values }, i) => {
      const value = values[of]
      return value === null || value === undefined ? [] : { name, value, x: x(i), y: y(value) }
    })
  // Twelve months have room for their numbers; of more rows six are named. In large type a third of them.
  const every = rows.length > 12 ? Math.ceil(rows.length / 6) : 1
  return (
    <div className="chart-lines">
      <ol className="chart-scale" role="list">
        {[top, top / 2, 0].map(value => (
          <li key={value}>{formatValue(value)}</li>
        ))}
      </ol>
      <div className="chart-plot">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          {[0, HEIGHT / 2, HEIGHT].map(at => (
            <line key={at} x1={0} x2={WIDTH} y1={at} y2={at} className="chart-grid" />
          ))}
          {series.map((name, s) => (
            <polyline
              key={name}
              className={`chart-line ${seriesClass(s)}`}
              points={pointsOf(s)
                .map(point => `${point.x},${point.y}`)
                .join(' ')}
            />
          ))}
        </svg>
        {series.map((name, s) =>
          pointsOf(s).map(point => (
            <i
              key={`${name} ${point.name}`}
              className={`chart-dot ${seriesClass(s)}`}
              style={{ left: `${point.x}%`, top: `${point.y}%` }}
              title={`${point.name} ${name} ${formatValue(point.value)}`}
            />
          )),
        )}
      </div>
      <ol className="chart-names" role="list">
        {rows.map(({ name }, i) => (
          <li key={name} data-seldom={(rows.length > 6 && i % (3 * every) !== 0) || undefined}>
            {i % every === 0 && name.replace(/ ?月$/, '')}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The next even number of one or two significant digits: 37 → 40, 3 → 4. */
function roundUp(value: number): number {
  const step = Math.max(2, 10 ** Math.floor(Math.log10(value)))
  return Math.ceil(value / step) * step
}
