import './overview.css'
import '#modules/review/applying/pages/doing.css'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useIsInUse } from '#layouts/useParts.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { CentreAdvert } from '#modules/adverts/pages/CentreAdvert.tsx'
import { TodoList, type Todos } from '#modules/review/applying/pages/TodoList.tsx'
import { waitingIn } from '#modules/review/applying/pages/WaitingList.tsx'
import { Empty } from '#ui/Empty.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Stages, waitingWords } from '#ui/Timeline.tsx'
import type { Route } from './+types/MyOverview'

export { myOverview as handle } from '../screens.ts'

export const clientLoader = screenLoader(async api => {
  const [overview, todos, doing] = await Promise.all([
    api('GET /member/overview', {}),
    api('GET /member/todo/list', {}),
    api('GET /member/doing/list', {}),
  ])
  return { overview, todos, waiting: waitingIn(doing) }
})

export type Overview = Output<ApiContract['GET /member/overview']>

/** Overview of a member in two screens: the membership, what is due, the next dates, what ends soon. */
export default function MyOverview({ loaderData: { overview, todos, waiting } }: Route.ComponentProps) {
  const hasCertificates = useIsInUse(['qualifications', 'personnel'])
  const { appointments, expiring, joining, staff } = overview
  const isHolder = overview.certificates.length > 0 || (staff?.certificates.length ?? 0) > 0
  // Leaves out the application of the card above.
  const others = waiting.filter(({ id }) => id !== joining?.id)
  return (
    <>
      {joining ? <JoiningCard joining={joining} name={overview.name} /> : <MembershipCard overview={overview} />}
      <TodoCard
        todos={todos.filter(({ applicationId }) => applicationId === null || applicationId !== joining?.id)}
        waiting={others.length}
        calm={joining?.waiting.who === 'applicant'}
      />
      {appointments.length > 0 && <Appointments appointments={appointments} />}
      {hasCertificates && isHolder && <Expiries expiring={expiring} isOrganisation={staff !== null} />}
      {!joining && <CentreAdvert />}
    </>
  )
}

const MAX_SHOWN = 4

function TodoCard({ todos, waiting, calm }: { todos: Todos; waiting: number; calm: boolean }) {
  if (todos.length + waiting === 0) return null
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>待我办理（{todos.length}）</h2>
        {todos.length > MAX_SHOWN && <Link to="/admin/user/doing">查看全部 {todos.length} 项</Link>}
      </div>
      {todos.length > 0 && <TodoList todos={todos.slice(0, MAX_SHOWN)} calm={calm} />}
      {waiting > 0 && (
        <p className="todo-waiting">
          另有 <Link to="/admin/user/doing#waiting">{waiting} 件等协会办理</Link>
        </p>
      )}
    </section>
  )
}

type Appointment = Overview['appointments'][number]

/** The next dates; what a member has several times on one of them stands there once. */
function Appointments({ appointments }: Pick<Overview, 'appointments'>) {
  const dates = [...Map.groupBy(appointments, ({ kindName, title, day }) => `${day} ${kindName} ${title}`).values()]
  return (
    <section className="centre-card">
      <h2>日程</h2>
      <ul className="expiries" role="list">
        {dates.map(same => (
          <AppointmentRow key={same[0]!.key} same={same} />
        ))}
      </ul>
    </section>
  )
}

function AppointmentRow({ same }: { same: Appointment[] }) {
  const { kindName, title, text, day, until, route } = same[0]!
  return (
    <li>
      <p>
        <b>{day}</b>
        <span>{until === day ? kindName : keepTogether(`至 ${until}`)}</span>
      </p>
      <p>
        <Link to={route}>{title}</Link>
        <span>{keepTogether([until !== day && kindName, text].filter(Boolean).join('　'))}</span>
        {same.length > 1 && (
          <span>
            同一天另有 {same.length - 1} 份：
            {same.slice(1).map((other, i) => (
              <Link key={other.key} to={other.route}>
                {i > 0 && '、'}
                {other.number}
              </Link>
            ))}
          </span>
        )}
      </p>
    </li>
  )
}

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
          {expiring.map(({ certId, registerName, title, holderName, certNo, validTo, daysLeft, verifyUrl, act }) => (
            <li key={certId}>
              <p>
                <b>{validTo}</b>
                <span>{daysLeft === 0 ? '今天到期' : `还有 ${daysLeft} 天`}</span>
              </p>
              <p>
                <b>{title}</b>
                <span>
                  {registerName}　{holderName}　<a href={verifyUrl}>{keepTogether(certNo)}</a>
                </span>
              </p>
              {act && (
                <p>
                  <Link className="button" to={act.route}>
                    {act.name}
                    <span className="hidden-text">：{certNo}</span>
                  </Link>
                </p>
              )}
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

type Props = { joining: NonNullable<Overview['joining']>; name: string }

/** Card of an applicant for membership: the state of the application, and the next step. */
function JoiningCard({ joining: { id, kindName, number, statusName, ...of }, name }: Props) {
  const isMine = of.waiting.who === 'applicant'
  return (
    <section className="centre-card my-membership">
      <div>
        <h2>{name}</h2>
        <p className="my-joining">
          {kindName}
          {number && `　${number}`}　<Tag tone={isMine ? 'warn' : 'water'}>{statusName}</Tag>
        </p>
        <Stages stages={of.stages} />
        <p>
          {waitingWords(of.waiting)}
          {isMine && of.deadline && keepTogether(`，请在 ${longDay(of.deadline)} 前完成`)}。
        </p>
      </div>
      <p className="doing-links">
        {isMine && (
          <Link className="button primary" to={of.route}>
            {of.actName}
          </Link>
        )}
        <Link className={isMine ? 'doing-progress' : 'button'} to={`/admin/user/doing/${id}`}>
          查看进度
        </Link>
      </p>
    </section>
  )
}

function MembershipCard({ overview }: { overview: Overview }) {
  const { name, membership, benefits } = overview
  const next = nextStep(overview)
  return (
    <section className="centre-card my-membership">
      <div>
        <h2>{name}</h2>
        {membership ? (
          <p>
            {membership.levelName}　<Tag tone={tones[membership.status]}>{membership.statusName}</Tag>
          </p>
        ) : (
          <p>尚未入会</p>
        )}
        {membership && (
          <dl>
            <Fact name="会员编号" value={membership.memberNo} />
            <Fact name="入会日期" value={membership.joinDate} />
            <Fact name="届满日期" value={membership.validTo ?? '未定'} />
            <Fact name={`${membership.feeYear} 年会费`} value={membership.feePaid ? '已缴' : '未缴'} />
            {benefits?.list.map(({ name, unit, used, total }) => (
              <Fact key={name} name={`${benefits.year} 年${name}`} value={usedOf(used, total, unit)} />
            ))}
          </dl>
        )}
      </div>
      <p className="doing-links">
        {next && (
          <Link className="button primary" to={next.to}>
            {next.name}
          </Link>
        )}
        <Link className={next ? 'doing-progress' : 'button'} to="/admin/user/profile">
          修改资料
        </Link>
        {membership && (
          <Link className="doing-progress" to="/admin/user/style">
            会员风采
          </Link>
        )}
        <Link className="doing-progress" to="/admin/user/privacy">
          个人信息
        </Link>
      </p>
    </section>
  )
}

const tones: Record<string, Tone> = { active: 'good', unpaid: 'warn', overdue: 'warn', suspended: 'warn' }

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

/** Leaves out other tasks, which have a list of their own. */
function nextStep({ isComplete, membership }: Overview) {
  return isComplete && !membership ? { name: '申请入会', to: '/admin/user/membership' } : undefined
}
