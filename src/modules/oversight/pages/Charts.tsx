import './oversight.css'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import { mayOpen } from '#layouts/staff/mayOpen.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { provinces } from '#lib/provinces.ts'
import { Chart } from '#ui/media/Chart.tsx'
import { States } from '#ui/States.tsx'
import { ListFilters } from '#ui/table/ListFilters.tsx'

type Statistics = Output<ApiContract['GET /staff/statistics']>
type Counted = Statistics['charts'][number]

const PROVINCES = provinces.map(({ code, short }) => ({ code, name: short }))

/** Maximum bars per chart where only selected charts are shown. */
const MAX_BARS = 10

type Props = {
  answer: Answer<Statistics>
  heading: string
  /** Codes of the charts shown; all when absent. */
  only?: readonly string[]
  actions?: ReactNode
  /** Above the charts: figures of the month. */
  head?: ReactNode
}

/** Figures of the association, drawn; what is printed says of when and where they are. */
export function Charts({ answer, heading, only, actions, head }: Props) {
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
      {head}
      <States answer={answer}>
        {({ charts, countedAt }) => (
          <>
            <p className="charts-when">统计时间 {minute(countedAt)}，由系统记录实时计算。</p>
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
