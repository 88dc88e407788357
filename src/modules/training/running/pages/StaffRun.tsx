import { Tabs } from 'antd'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffRun'
import { RunAttendance } from './RunAttendance.tsx'
import { RunCheckIn } from './RunCheckIn.tsx'
import { RunRooms } from './RunRooms.tsx'
import { RunRoster } from './RunRoster.tsx'
import { RunSeating } from './RunSeating.tsx'
import { RunTickets } from './RunTickets.tsx'
import './run.css'

export { staffRun as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/run', { courseId: pathId(params.id) }),
)

export type Run = Output<ApiContract['GET /staff/training/run']>
export type RunParts = { of: Run; changed: () => void }

const tabs = [
  { key: 'roster', label: '名单', Part: RunRoster },
  { key: 'tickets', label: '准考证', Part: RunTickets },
  { key: 'checkIn', label: '报到', Part: RunCheckIn },
  { key: 'attendance', label: '考勤', Part: RunAttendance },
  { key: 'seating', label: '座位', Part: RunSeating },
  { key: 'rooms', label: '住宿', Part: RunRooms },
]

/** 办班: one course, from its list of names to the last session. */
export default function StaffRun({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.title)
  const { revalidate } = useRevalidator()
  const [query, setQuery] = useSearchParams()
  return (
    <>
      <RunHead of={of} />
      <Tabs
        activeKey={query.get('tab') ?? 'roster'}
        onChange={tab => setQuery(tab === 'roster' ? {} : { tab }, { preventScrollReset: true })}
        destroyOnHidden
        // So narrow, all six fit on a phone.
        tabBarGutter={20}
        items={tabs.map(({ key, label, Part }) => ({
          key,
          label,
          children: <Part of={of} changed={revalidate} />,
        }))}
      />
    </>
  )
}

function RunHead({ of }: { of: Run }) {
  const { confirmed, checkedIn, absent, feeOpen, ticketed, seated, staying, lodged } = of.figures
  const figures: [string, string | number, string?][] = [
    ['报名已确认', confirmed],
    ['已报到', checkedIn],
    ['未到', absent, '?checkedIn=0'],
    ['费用未清', feeOpen],
    ['准考证', `${ticketed} / ${confirmed}`, '?tab=tickets'],
    ...(of.hasExam ? [['座位', `${seated} / ${confirmed}`, '?tab=seating'] satisfies [string, string, string]] : []),
    ...(staying > 0 ? [['住宿', `${lodged} / ${staying}`, '?tab=rooms'] satisfies [string, string, string]] : []),
  ]
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.title}</h2>
        <Tag tone="water">{of.statusName}</Tag>
      </div>
      <dl className="run-figures">
        {figures.map(([name, value, to]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{to ? <Link to={{ search: to }}>{value}</Link> : value}</dd>
          </div>
        ))}
      </dl>
      <Facts
        facts={[
          ['时间', `${longDay(of.checkInDate)}报到，${daysOf(of)}培训`],
          ['地点', [of.place, of.hotel && `住 ${of.hotel}`].filter(Boolean).join('　')],
          [
            '本班的',
            <span key="links" className="run-links">
              <Link to={`/staff/courses/${of.id}`}>设置</Link>
              <Link to={`/staff/registrations?courseId=${of.id}`}>报名</Link>
              <Link to={`/staff/course-results/${of.id}`}>成绩与发证</Link>
            </span>,
          ],
        ]}
      />
    </section>
  )
}

const daysOf = ({ startDate, endDate }: Run) =>
  startDate === endDate ? longDay(startDate) : `${longDay(startDate)}至${longDay(endDate)}`
