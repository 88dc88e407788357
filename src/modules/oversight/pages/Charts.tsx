import './oversight.css'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import { mayOpen } from '#layouts/staff/mayOpen.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { Chart } from '#ui/media/Chart.tsx'
import { States } from '#ui/States.tsx'
import { ListFilters } from '#ui/table/ListFilters.tsx'

type Statistics = Output<ApiContract['GET /staff/statistics']>
export type Counted = Statistics['charts'][number]

const PROVINCES = provinces.map(({ code, short }) => ({ code, name: short }))

/** Maximum bars per chart where only selected charts are shown. */
const MAX_BARS = 10

type Props = {
  answer: Answer<Statistics>
  heading: string
  /** Codes of the charts shown; all when absent. */
  only?: readonly string[]
  actions?: ReactNode
}

/** Figures of the association, drawn; what is printed says of when and where they are. */
export function Charts({ answer, heading, only, actions }: Props) {
  const { permissions } = useStaff()
  const withinReach = (route: string | null) => (route && mayOpen(permissions, route) ? route : null)
  return (
    <section className="desk-card charts">
      <div className="desk-card-head">
        <h2>{heading}</h2>
        <div className="charts-tools">
          {answer.data && <Year year={answer.data.year} years={answer.data.years} />}
          <ListFilters filters={[{ name: 'provinceCode', label: '地区', options: PROVINCES }]} />
          {actions}
          <Button onClick={() => window.print()}>打印</Button>
        </div>
      </div>
      <States answer={answer}>
        {({ charts, countedAt }) => (
          <>
            <p className="charts-when">统计时间 {minute(countedAt)}，由系统记录实时计算。</p>
            {only && <ThisMonth charts={charts} countedAt={countedAt} />}
            <div className="charts-grid">
              {charts.filter(isSelected(only)).map(({ rows, ...chart }) => (
                <Chart
                  key={chart.code}
                  level={3}
                  most={only && MAX_BARS}
                  {...chart}
                  rows={rows.map(row => ({ ...row, routes: row.routes.map(withinReach) }))}
                />
              ))}
            </div>
          </>
        )}
      </States>
    </section>
  )
}

/** Selects the year; the default is the current one. */
function Year({ year, years }: { year: number; years: number[] }) {
  const [query, setQuery] = useSearchParams()
  const choose = (chosen: number) => {
    const next = new URLSearchParams(query)
    next.set('year', String(chosen))
    setQuery(next, { preventScrollReset: true })
  }
  return (
    <label htmlFor="chart-year">
      年度
      <Select
        id="chart-year"
        aria-label="年度"
        value={year}
        options={years.map(value => ({ value, label: `${value} 年` }))}
        onChange={choose}
      />
    </label>
  )
}

const isSelected = (only: readonly string[] | undefined) => (chart: Counted) => !only || only.includes(chart.code)

type ThisMonthProps = { charts: readonly Counted[]; countedAt: string }

/** Figures of this month beside the previous one; each links to the list that it counts. */
function ThisMonth({ charts, countedAt }: ThisMonthProps) {
  const { permissions } = useStaff()
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
        return (
          <li key={key}>{route && mayOpen(permissions, route) ? <Link to={route}>{said}</Link> : <div>{said}</div>}</li>
        )
      })}
    </ul>
  )
}
