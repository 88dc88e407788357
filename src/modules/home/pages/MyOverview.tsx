import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useUnread } from '#layouts/unread.ts'
import { useInUse, useIsInUse } from '#layouts/useParts.ts'
import type { Output } from '#lib/contract.ts'
import type { Part } from '#lib/parts.ts'
import { CentreAdvert } from '#modules/adverts/pages/CentreAdvert.tsx'
import { Empty } from '#ui/Empty.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import type { Route } from './+types/MyOverview'
import { MembershipCard } from './MembershipCard.tsx'
import './overview.css'

export { myOverview as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /member/overview', {}))

export type Overview = Output<ApiContract['GET /member/overview']>

/** The company's file on one page: what it is, what it holds, what ends, what is in progress. */
export default function MyOverview({ loaderData: overview }: Route.ComponentProps) {
  const hasCertificates = useIsInUse(['qualifications', 'personnel'])
  return (
    <>
      <MembershipCard overview={overview} />
      <Figures overview={overview} />
      {overview.appointments.length > 0 && <Appointments appointments={overview.appointments} />}
      {hasCertificates && <Expiries expiring={overview.expiring} isOrganisation={overview.staff !== null} />}
      {overview.benefits && <Benefits benefits={overview.benefits} />}
      <CentreAdvert />
    </>
  )
}

type Figure = { name: string; num: number; to: string; note: string; parts?: readonly Part[] }

function Figures({ overview: { certificates, staff, doing, ...overview } }: { overview: Overview }) {
  // Once it is known, the number that menu and header show.
  const unread = useUnread('member') ?? overview.unread
  const all: Figure[] = [
    {
      name: '有效证书',
      num: validOf(certificates),
      to: '/admin/user/certificates?status=valid',
      note: othersOf(certificates),
      parts: ['qualifications'],
    },
    ...(staff
      ? [
          {
            name: '在册人员',
            num: staff.persons,
            to: '/admin/user/persons',
            note: `其中 ${staff.certified} 人持证${withStates(staff.certificates)}`,
            parts: ['personnel'] as const,
          },
        ]
      : []),
    { name: '在办事项', num: doing, to: '/admin/user/doing', note: doing ? '查看进度与待办' : '没有进行中的申请' },
    { name: '未读消息', num: unread, to: '/admin/user/messages?read=0', note: unread ? '查看未读消息' : '已全部阅读' },
  ]
  return (
    <ul className="my-figures" role="list">
      {useInUse(all).map(({ name, num, to, note }) => (
        <li key={name}>
          <b>{num}</b>
          <Link to={to}>{name}</Link>
          <small>{note}</small>
        </li>
      ))}
    </ul>
  )
}

type ByStatus = Overview['certificates']
const isValid = ({ status }: ByStatus[number]) => status === 'valid' || status === 'expiring'
const validOf = (all: ByStatus) => all.filter(isValid).reduce((sum, { num }) => sum + num, 0)
const states = (some: ByStatus) => some.map(({ statusName, num }) => `${statusName} ${num}`).join('，')
const othersOf = (all: ByStatus) => states(all.filter(({ status }) => status !== 'valid')) || '没有临期或失效的证书'
const withStates = (all: ByStatus) => (all.length ? `（证书：${states(all)}）` : '')

const Appointments = ({ appointments }: Pick<Overview, 'appointments'>) => (
  <section className="centre-card">
    <h2>日程</h2>
    <ul className="expiries" role="list">
      {appointments.map(({ key, kindName, title, text, day, until, route }) => (
        <li key={key}>
          <p>
            <b>{day}</b>
            <span>{until === day ? kindName : `至 ${until}`}</span>
          </p>
          <p>
            <Link to={route}>{title}</Link>
            <span>{[until !== day && kindName, text].filter(Boolean).join('　')}</span>
          </p>
        </li>
      ))}
    </ul>
  </section>
)

function Expiries({ expiring, isOrganisation }: Pick<Overview, 'expiring'> & { isOrganisation: boolean }) {
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>未来 180 天到期</h2>
        <SaveButton save={() => saveFile('GET /member/calendar', {})}>下载日历（.ics）</SaveButton>
      </div>
      {expiring.length === 0 ? (
        <Empty title="近期没有到期的证书" icon="calendar">
          <p>日历文件含今后三年的到期日，可导入手机或电脑的日历。</p>
        </Empty>
      ) : (
        <ul className="expiries" role="list">
          {expiring.map(({ certId, registerName, title, holderName, certNo, validTo, daysLeft, verifyUrl }) => (
            <li key={certId}>
              <p>
                <b>{validTo}</b>
                <span>{daysLeft === 0 ? '今天到期' : `还有 ${daysLeft} 天`}</span>
              </p>
              <p>
                <b>{title}</b>
                <span>
                  {registerName}　{holderName}　<a href={verifyUrl}>{certNo}</a>
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {isOrganisation && (
        <p className="expiries-next">
          单位证书的换证、升级、年度报告等，在<Link to="/admin/user/qualification">能力评价</Link>中办理；人员的学时在
          <Link to="/admin/user/persons">人员</Link>中查看。
        </p>
      )}
    </section>
  )
}

function usedOf(used: number, total: number | null, unit: string) {
  if (total === null) return `已用 ${used} ${unit}，不限`
  return `已用 ${used} / ${total} ${unit}${used >= total ? '，已用完' : ''}`
}

const Benefits = ({ benefits: { year, list } }: { benefits: NonNullable<Overview['benefits']> }) => (
  <section className="centre-card">
    <h2>{year} 年会员权益</h2>
    <dl className="benefits">
      {list.map(({ name, unit, used, total }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span>{usedOf(used, total, unit)}</span>
            {total !== null && total > 0 && (
              <meter min={0} max={total} value={Math.min(used, total)} aria-label={name} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
