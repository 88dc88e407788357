import './oversight.css'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import { mayOpen } from '#layouts/staff/mayOpen.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { figureText } from '#lib/money.ts'
import { States } from '#ui/States.tsx'
import { ListFilterField } from '#ui/table/ListFilterField.tsx'
import { Table } from '#ui/table/Table.tsx'
import { recentMonths } from './recentMonths.ts'

type Month = Output<ApiContract['GET /staff/statistics/month']>
type Figure = Month['figures'][number]

/** Figures of a month beside the month before and the same month a year before; each opens the list that it counts. */
export function MonthFigures({ answer, choosesMonth }: { answer: Answer<Month>; choosesMonth?: boolean }) {
  return (
    <section className="month-figures" aria-labelledby="month-figures">
      <div className="desk-card-head">
        <h3 id="month-figures">{answer.data ? `${answer.data.month} 的数字` : '本月的数字'}</h3>
        {choosesMonth && answer.data && (
          <ListFilterField name="month" label="月份" options={recentMonths()} always={answer.data.month} />
        )}
      </div>
      <States answer={answer} lines={8}>
        {of => <Figures of={of} />}
      </States>
    </section>
  )
}

function Figures({ of: { months, figures } }: { of: Month }) {
  const { permissions } = useStaff()
  const cell = ({ unit, values, routes }: Figure, i: number) => {
    const [value, route] = [values[i] ?? null, routes[i] ?? null]
    const shown = figureText(value, unit)
    return value !== null && route && mayOpen(permissions, route) ? <Link to={route}>{shown}</Link> : shown
  }
  return (
    <Table
      caption="本月、上月与去年同月"
      rows={figures}
      keyOf={({ code }) => code}
      columns={[
        {
          name: '项目',
          cell: ({ name, unit, note }) => (
            <>
              {name}（{unit}）<small>{note}</small>
            </>
          ),
        },
        ...months.map(({ name, from, to }, i) => ({
          name: `${name}（${from.slice(5)} 至 ${to.slice(5)}）`,
          isFigure: true,
          cell: (figure: Figure) => cell(figure, i),
        })),
      ]}
    />
  )
}
