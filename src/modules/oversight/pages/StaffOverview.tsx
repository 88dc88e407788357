import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { totalWords } from '#lib/words/totalWords.ts'
import { Empty } from '#ui/Empty.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffOverview'
import { ArrangeCards } from './ArrangeCards.tsx'
import { Charts } from './Charts.tsx'
import { DeskCard } from './DeskCard.tsx'
import './oversight.css'

export { staffOverview as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/overview', {}))

type Overview = Output<ApiContract['GET /staff/overview']>

const FIRST = ['memberProvince', 'memberMonth', 'certificateStatus', 'applicationMonth', 'feeYear', 'articleMonth']

/** What waits for who sits here, and how the association stands. */
export default function StaffOverview({ loaderData }: Route.ComponentProps) {
  const { notices, tasks, cards, acts, setup } = loaderData
  const mayCount = useMay('staff:statistics')
  return (
    <>
      <Tasks tasks={tasks} />
      {setup && <Setup setup={setup} />}
      {notices.length > 0 && <Notices notices={notices} />}
      <div className="overview-pair">
        {cards.flatMap(card => (card.isHidden ? [] : <DeskCard key={card.code} {...card} />))}
        <Acts acts={acts} />
      </div>

      {cards.length > 0 && <ArrangeCards cards={cards} />}
      {mayCount && (
        <Charts
          heading="协会概况"
          only={FIRST}
          actions={
            <Link to="/staff/statistics" className="button">
              全部统计
            </Link>
          }
        />
      )}
    </>
  )
}

/** What a new site lacks before it can go live; gone once it can. */
const Setup = ({ setup: { done, total, next } }: { setup: NonNullable<Overview['setup']> }) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>上线之前</h2>
      <span className="overview-setup">
        <progress value={done} max={total} aria-label="建站进度" /> 已完成 {done} 项，共 {total} 项
        <Link to="/staff/setup" className="button">
          建站清单
        </Link>
      </span>
    </div>
    <ul className="overview-list" role="list">
      {next.map(({ name, lacks, route }) => (
        <li key={name}>
          <Tag tone="warn">待办</Tag>
          <span>
            {route ? <Link to={route}>{name}</Link> : <b>{name}</b>}
            <small>{lacks}</small>
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const Notices = ({ notices }: Pick<Overview, 'notices'>) => (
  <section className="desk-card">
    <h2>系统提示</h2>
    <ul className="overview-list" role="list">
      {notices.map(({ level, text, route }) => (
        <li key={text}>
          <Tag tone={level}>{level === 'bad' ? '须处理' : '提醒'}</Tag>
          <Link to={route}>{text}</Link>
        </li>
      ))}
    </ul>
  </section>
)

/** What is done needs no place; it is said that there was nothing. */
function Tasks({ tasks }: Pick<Overview, 'tasks'>) {
  const waiting = tasks.filter(({ count }) => count > 0)
  return (
    <section className="desk-card">
      <h2>等您办理</h2>
      {waiting.length === 0 ? (
        <Empty title="没有等您办理的事项" icon="clock" />
      ) : (
        <ul className="overview-tasks" role="list">
          {waiting.map(({ code, name, count, isEstimate, isUrgent, route }) => (
            <li key={code} data-urgent={isUrgent || undefined}>
              <Link to={route}>
                <b>{totalWords({ total: count, isEstimate })}</b>
                <span>{name}</span>
                {isUrgent && <Tag tone="bad">优先</Tag>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Acts = ({ acts }: Pick<Overview, 'acts'>) => (
  <section className="desk-card">
    <h2>我最近的操作</h2>
    {acts.length === 0 ? (
      <p>还没有操作记录。</p>
    ) : (
      <ul className="overview-list" role="list">
        {acts.map(({ id, at, actionName, objectTypeName, objectName, route }) => (
          <li key={id}>
            <span className="overview-when">{minute(at)}</span>
            <span>
              {actionName}
              <small>
                {route ? <Link to={route}>{objectName || objectTypeName}</Link> : objectName || objectTypeName}
              </small>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)
