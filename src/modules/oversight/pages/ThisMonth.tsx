import { Link } from 'react-router'
import { withCommas } from '#lib/words/numbers.ts'
import type { Counted } from './Charts.tsx'

type Props = { charts: readonly Counted[]; countedAt: string }

/** What this month has brought so far, beside the month before: each figure opens the list that it counts. */
export function ThisMonth({ charts, countedAt }: Props) {
  const month = Number(countedAt.slice(5, 7))
  const figures = charts.flatMap(({ code, title, unit, series, rows }) => {
    const [now, before] = [month, month - 1].map(one => rows.find(({ name }) => name === `${one} 月`))
    if (rows.length !== 12 || !now) return []
    return series.flatMap((name, i) => {
      const value = now.values[i] ?? null
      if (value === null) return []
      return [
        { key: `${code} ${name}`, title, name, unit, value, before: before?.values[i] ?? null, route: now.routes[i] },
      ]
    })
  })
  if (figures.length === 0) return null
  return (
    <ul className="overview-tasks overview-month" role="list" aria-label={`${month} 月`}>
      {figures.map(({ key, title, name, unit, value, before, route }) => {
        const said = (
          <>
            <b>{withCommas(value)}</b>
            <span>
              本月{name}（{unit}）
            </span>
            <small>
              {title}
              {before !== null && `，上月 ${withCommas(before)}`}
            </small>
          </>
        )
        return <li key={key}>{route ? <Link to={route}>{said}</Link> : <div>{said}</div>}</li>
      })}
    </ul>
  )
}
