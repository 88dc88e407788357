import './oversight.css'
import '#ui/form/form.css'
import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { StaffLink } from '#layouts/staff/StaffLink.tsx'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { totalWords } from '#lib/words/totalWords.ts'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { Tag } from '#ui/Tag.tsx'
import { useDropRefused } from '#ui/table/useDropRefused.ts'
import { useFilters } from '#ui/table/useFilters.ts'
import type { Route } from './+types/StaffOverview'
import { Charts } from './Charts.tsx'
import { MonthFigures } from './MonthFigures.tsx'

export { staffOverview as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/overview', {}))

type Overview = Output<ApiContract['GET /staff/overview']>

const OVERVIEW_CHARTS = [
  'memberProvince',
  'memberMonth',
  'certificateStatus',
  'applicationMonth',
  'feeYear',
  'articleMonth',
]

/** Workbench: open tasks of the user, and key figures of the association. */
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
      {mayCount && <KeyFigures />}
    </>
  )
}

/** Loads after the tasks, since all figures are counted anew. */
function KeyFigures() {
  const { year, provinceCode } = useFilters<Input<ApiContract['GET /staff/statistics']>>('year', 'provinceCode')
  const answer = useApi('GET /staff/statistics', { year, provinceCode })
  const month = useApi('GET /staff/statistics/month', { provinceCode })
  useDropRefused(answer.error)
  return (
    <Charts
      answer={answer}
      heading="协会概况"
      only={OVERVIEW_CHARTS}
      head={<MonthFigures answer={month} />}
      actions={
        <Link to="/staff/statistics" className="button">
          全部统计
        </Link>
      }
    />
  )
}

/** Setup steps still missing on a new site; hidden when it can go live. */
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
          <StaffLink to={route}>{text}</StaffLink>
        </li>
      ))}
    </ul>
  </section>
)

/** Tasks with open cases; finished ones take no space, and an empty list is stated. */
function Tasks({ tasks }: Pick<Overview, 'tasks'>) {
  const waiting = tasks.filter(({ count }) => count > 0)
  return (
    <section className="desk-card">
      <h2>等您办理</h2>
      {waiting.length === 0 ? (
        <Empty title="没有等您办理的事项" icon="clock" />
      ) : (
        <ul className="overview-tasks" role="list">
          {waiting.map(({ code, name, count, more, isUrgent, route }) => (
            <li key={code} data-urgent={isUrgent || undefined}>
              <Link to={route}>
                <b>{totalWords({ total: count, more })}</b>
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
                {objectTypeName}
                {objectTypeName && objectName && '：'}
                <StaffLink to={route}>{objectName}</StaffLink>
              </small>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** Lets users choose and order the cards of their workbench. */
function ArrangeCards({ cards }: { cards: readonly Card[] }) {
  const [isOpen, open] = useState(false)
  return (
    <p>
      <Button onClick={() => open(true)}>调整版块</Button>
      {isOpen && <Arranging cards={cards} close={() => open(false)} />}
    </p>
  )
}

function Arranging({ cards, close }: { cards: readonly Card[]; close: () => void }) {
  const [order, setOrder] = useState(cards)
  const [hidden, setHidden] = useState(cards.filter(({ isHidden }) => isHidden).map(({ code }) => code))
  const [said, say] = useState('')
  const [problem, setProblem] = useState<string>()
  const revalidate = useRevalidate()
  const swap = (at: number, to: number) => {
    setOrder(order.map((card, i) => (i === at ? order[to]! : i === to ? order[at]! : card)))
    say(`${order[at]!.name}已移到第 ${to + 1} 位`)
  }
  const save = async () => {
    try {
      await browserApi('POST /staff/overview/cards', { order: order.map(({ code }) => code), hidden })
      close()
      void revalidate()
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  return (
    <Modal title="调整工作台的版块" open onCancel={close} footer={null}>
      <ol className="overview-arrange" role="list" aria-label="版块的先后">
        {order.map(({ code, name }, at) => (
          <li key={code} className="apart">
            <Checkbox
              checked={!hidden.includes(code)}
              onChange={event =>
                setHidden(event.target.checked ? hidden.filter(one => one !== code) : [...hidden, code])
              }
            >
              {name}
            </Checkbox>
            <span>
              <Button disabled={at === 0} aria-label={`${name}上移`} onClick={() => swap(at, at - 1)}>
                上移
              </Button>{' '}
              <Button disabled={at === order.length - 1} aria-label={`${name}下移`} onClick={() => swap(at, at + 1)}>
                下移
              </Button>
            </span>
          </li>
        ))}
      </ol>
      {problem && <Problem>{problem}</Problem>}
      <StatusMessage>{said}</StatusMessage>
      <div className="form-actions">
        <Button type="primary" onClick={() => void save()}>
          保存
        </Button>
        <Button onClick={close}>取消</Button>
      </div>
    </Modal>
  )
}

type Card = Output<ApiContract['GET /staff/overview']>['cards'][number]

/** Workbench card: figures that link to their lists, and the most urgent cases. */
const DeskCard = ({ code, name, empty, figures, lines }: Card) => (
  <section className="desk-card" aria-labelledby={`card-${code}`}>
    <div className="desk-card-head">
      <h2 id={`card-${code}`}>{name}</h2>
      <span className="overview-figures">
        {figures.map(({ name, count, more, route }) => (
          <Link key={name} to={route}>
            {name} <b>{totalWords({ total: count, more })}</b>
          </Link>
        ))}
      </span>
    </div>
    {lines.length === 0 ? (
      <p>{empty}</p>
    ) : (
      <ul className="overview-list" role="list">
        {lines.map(({ title, about, day, isOver, route }, i) => (
          <li key={`${route} ${i}`}>
            <span className="overview-when">{day}</span>
            <span>
              <StaffLink to={route}>{title}</StaffLink> {isOver && <Tag tone="bad">已超期</Tag>}
              <small>{about}</small>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)
