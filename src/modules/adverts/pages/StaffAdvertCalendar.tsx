import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffAdvertCalendar'
import './adverts.css'

export { staffAdvertCalendar as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const from = query.get('from') ?? dayOf(new Date())
  const calendar = await api('GET /staff/advert/calendar', { from, days: DAYS })
  return { from, calendar }
})

type Calendar = Output<ApiContract['GET /staff/advert/calendar']>
type Place = Calendar['positions'][number]

const DAYS = 35
const STEP = 28

/** 排期: who stands where on which day, and what is free. */
export default function StaffAdvertCalendar({ loaderData }: Route.ComponentProps) {
  const { from, calendar } = loaderData
  const [, setQuery] = useSearchParams()
  const go = (day: string) => setQuery({ from: day }, { preventScrollReset: true })
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          {from} 至 {calendar.days.at(-1)}
        </h2>
        <span className="acts">
          <Button onClick={() => go(addDays(from, -STEP))}>前四周</Button>
          <Button onClick={() => go(dayOf(new Date()))}>今天</Button>
          <Button onClick={() => go(addDays(from, STEP))}>后四周</Button>
        </span>
      </div>
      <p className="advert-legend">
        <span>实心：已通过</span>
        <span>斜纹：待初审或待缴费，已占位</span>
        <span>数字：当天空位</span>
      </p>
      {calendar.positions.map(place => (
        <Rows key={place.code} place={place} days={calendar.days} />
      ))}
    </section>
  )
}

/** Shows the month on the first day of the list and of each month. */
const dateOf = (day: string, i: number) =>
  i === 0 || day.endsWith('-01') ? `${Number(day.slice(5, 7))}/${Number(day.slice(8))}` : Number(day.slice(8))

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) || undefined

const Rows = ({ place: { name, most, isOpen, free, adverts }, days }: { place: Place; days: string[] }) => (
  <section>
    <h3>
      {name}　同时 {most} 条 {!isOpen && <Tag>暂不开放</Tag>}
    </h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard */}
    <section className="advert-calendar" tabIndex={0} aria-label={`${name}排期`}>
      <table>
        <thead>
          <tr>
            <th scope="row">空位</th>
            {days.map((day, i) => (
              <th key={day} scope="col" data-weekend={isWeekend(day)} title={day}>
                <span className="hidden-text">{day} 空位</span>
                <span aria-hidden="true">{dateOf(day, i)}</span>
                <br />
                {free[i]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {adverts.map(advert => (
            <Row key={advert.id} of={advert} days={days} />
          ))}
          {adverts.length === 0 && (
            <tr>
              <th scope="row">没有广告</th>
              {days.map(day => (
                <td key={day} data-weekend={isWeekend(day)} />
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  </section>
)

const APPROVED = ['scheduled', 'running', 'ended']

const Row = ({ of, days }: { of: Place['adverts'][number]; days: string[] }) => (
  <tr>
    <th scope="row">
      <Link to={`/staff/adverts/${of.id}`} title={`${of.title}，${of.advertiser}`}>
        {of.title}
        <span className="hidden-text">，{of.statusName}</span>
      </Link>
    </th>
    {days.map(day => {
      const isOn = of.startDate <= day && day <= of.endDate
      return (
        <td
          key={day}
          data-weekend={isWeekend(day)}
          data-on={isOn ? (APPROVED.includes(of.status) ? 'yes' : 'wait') : undefined}
        >
          {isOn && <span className="hidden-text">占用</span>}
        </td>
      )
    })}
  </tr>
)
