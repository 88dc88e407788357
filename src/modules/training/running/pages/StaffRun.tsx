import './run.css'
import './checkIn.css'
import { Button, Tabs } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { longDay, minute } from '#lib/dates.ts'
import { costWords } from '#modules/messages/sms.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { chosenTab } from '#ui/router/chosenTab.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffRun'
import { LatestCheckIns } from './LatestCheckIns.tsx'
import { RunAttendance } from './RunAttendance.tsx'
import { RunRooms } from './RunRooms.tsx'
import { RunRoster } from './RunRoster.tsx'
import { RunSeating } from './RunSeating.tsx'

export { staffRun as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/run', { courseId: pathId(params.id) }),
)

export type Run = Output<ApiContract['GET /staff/training/run']>
export type RunParts = { of: Run; changed: () => void }

const tabs = [
  { key: 'roster', label: '名单', Part: RunRoster },
  { key: 'tickets', label: '入场凭证', Part: RunTickets },
  { key: 'checkIn', label: '报到', Part: RunCheckIn },
  { key: 'attendance', label: '考勤', Part: RunAttendance },
  { key: 'seating', label: '座位', Part: RunSeating },
  { key: 'rooms', label: '住宿', Part: RunRooms },
]

/** Events without an exam have no exam rooms. */
const tabsOf = ({ mayHaveExam }: Run) => tabs.filter(({ key }) => key !== 'seating' || mayHaveExam)

/** 办班: one course, from its list of names to the last session. */
export default function StaffRun({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const revalidate = useRevalidate()
  const [query, setQuery] = useSearchParams()
  return (
    <>
      <RunHead of={of} />
      <Tabs
        activeKey={chosenTab(query, tabs)}
        onChange={tab => setQuery(tab === 'roster' ? {} : { tab }, { preventScrollReset: true })}
        destroyOnHidden
        // Narrow enough for all six tabs to fit on a phone.
        tabBarGutter={20}
        items={tabsOf(of).map(({ key, label, Part }) => ({
          key,
          label: key === 'tickets' ? of.pass : label,
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
    [of.pass, `${ticketed} / ${confirmed}`, '?tab=tickets'],
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
          ['时间', `${longDay(of.checkInDate)}报到，${daysOf(of)}`],
          ['地点', [of.place, of.hotel && `住 ${of.hotel}`].filter(Boolean).join('　')],
          [
            '相关',
            <span key="links" className="run-links">
              <Link to={`/staff/courses/${of.id}`}>设置</Link>
              <Link to={`/staff/registrations?courseId=${of.id}`}>报名</Link>
              {(of.mayHaveExam || of.hasCertificates) && <Link to={`/staff/course-results/${of.id}`}>成绩与发证</Link>}
            </span>,
          ],
        ]}
      />
    </section>
  )
}

const daysOf = ({ startDate, endDate }: Run) =>
  startDate === endDate ? longDay(startDate) : `${longDay(startDate)}至${longDay(endDate)}`

/** 报到: how far it is, and the way to the desk. */
function RunCheckIn({ of }: RunParts) {
  const navigate = useNavigate()
  const { confirmed, checkedIn } = of.figures
  return (
    <>
      <section className="desk-card">
        <h2>{`已报到 ${checkedIn} 人，共 ${confirmed} 人`}</h2>
        <progress className="run-progress" max={Math.max(1, confirmed)} value={checkedIn} aria-label="报到进度" />
        <p>
          {of.isCheckInDay
            ? `用手机相机扫${of.pass}上的二维码，或在“扫码报到”中连续扫码；几部手机可同时使用。`
            : `报到日是 ${longDay(of.checkInDate)}，到 ${longDay(of.endDate)} 为止可以报到。`}
        </p>
        <div className="form-actions">
          <Button type="primary" onClick={() => void navigate(`/staff/check-in?course=${of.id}`)}>
            打开扫码报到
          </Button>
          <Link to={{ search: '?checkedIn=0' }}>查看未报到的人</Link>
        </div>
      </section>
      <LatestCheckIns courseId={of.id} />
    </>
  )
}

/** 准考证: numbers given out, applicants told, all of it as one document. */
function RunTickets({ of, changed }: RunParts) {
  const { submit, busy, error } = useSubmit('POST /staff/training/tickets/make')
  const { confirmed, ticketed } = of.figures
  const reach = useApi('GET /staff/training/tickets/preview', { courseId: of.id })
  const make = async () => {
    const made = await submit({ courseId: of.id, expected: reach.data?.people ?? 0 })
    reach.reload()
    if (!made) return
    announce(
      made.made > 0 ? `已生成 ${made.made} 张${of.pass}，通知了 ${made.told} 份报名` : `没有需要生成的${of.pass}`,
    )
    changed()
  }
  return (
    <section className="desk-card">
      <h2>{of.pass}</h2>
      {confirmed === 0 ? (
        <p>还没有报名已确认的人。报名确认后，在这里生成{of.pass}的号码和二维码。</p>
      ) : ticketed < confirmed ? (
        <p>
          {`报名已确认 ${confirmed} 人，其中 ${confirmed - ticketed} 人还没有${of.pass}。生成时按确认的先后连续编号，已有的号码不变；首次生成后，报名人会收到消息和短信，可自行下载。`}
        </p>
      ) : (
        <p>{`${confirmed} 人都有${of.pass}，报名人自 ${minute(of.ticketsAt!)} 起可自行下载。以后确认的人，再次生成即可接着编号。`}</p>
      )}
      {ticketed < confirmed && reach.data && (
        <p role="status">
          {`现在生成：给 ${reach.data.people} 人编号，通知 ${reach.data.registrations} 份报名，其中站内消息 ${reach.data.messages} 份、短信 ${reach.data.texts} 份（按短信计 ${reach.data.smsParts} 条${costWords(reach.data.smsParts, reach.data.textPrice)}）。`}
        </p>
      )}
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        {ticketed < confirmed && (
          <Button type="primary" loading={busy} disabled={!reach.data} onClick={() => void make()}>
            {ticketed === 0 ? `生成${of.pass}并通知` : `生成其余 ${confirmed - ticketed} 张并通知`}
          </Button>
        )}
        {ticketed > 0 && (
          <SaveButton save={() => saveFile('GET /staff/training/tickets/file', { courseId: of.id })}>
            {`下载全部${of.pass}（${ticketed} 张，PDF）`}
          </SaveButton>
        )}
      </div>
      {ticketed > 0 && <p className="run-note">每页 A4 纸印两张，沿虚线裁开。座位有变动的，请重新下载打印。</p>}
    </section>
  )
}
