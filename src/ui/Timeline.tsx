import { minute } from '#lib/dates.ts'
import { Tag } from './Tag.tsx'
import './timeline.css'

type Event = {
  id: number
  actionName: string
  toName: string
  actorName: string
  opinion: string
  /** Votes of a meeting, if known and published. */
  votes?: string
  /** What a decision passed over, and why; staff alone see it. */
  exceptions?: readonly string[]
  exceptionReason?: string
  remarks: readonly { label: string; text: string; answer?: string }[]
  at: string
}
type Stage = { name: string; state: 'done' | 'current' | 'todo' }
type Waiting = {
  since: string
  who: 'applicant' | 'staff' | 'calendar' | 'nobody'
  /** Name of the party whose turn it is; for `calendar`, what is waited for. */
  whoName: string
  usualDays: number | null
  /** Term in working days. */
  termDays?: number | null
}

/** The way an application goes, as a row of steps. */
export function Stages({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol className="stages" aria-label="办理环节">
      {stages.map(({ name, state }) => (
        <li key={name} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          {name}
          <span className="hidden-text">（{stateNames[state]}）</span>
        </li>
      ))}
    </ol>
  )
}

const stateNames = { done: '已完成', current: '进行中', todo: '未开始' }

type Props = {
  events: readonly Event[]
  /** Present state; absent when the application has ended. */
  now?: { statusName: string; waiting: Waiting; deadline?: string | null }
}

/** History of an application, newest first, with remarks and answers, and what it waits for. */
export function Timeline({ events, now }: Props) {
  return (
    <ol className="timeline">
      {now && <Now {...now} />}
      {events.toReversed().map(({ id, actionName, toName, actorName, opinion, votes, remarks, at, ...of }) => (
        <li key={id}>
          <p className="timeline-head">
            <b>{actionName}</b>
            <Tag>{toName}</Tag>
            <span>
              {actorName}　<time dateTime={at}>{minute(at)}</time>
            </span>
          </p>
          {opinion && <p className="timeline-opinion">{opinion}</p>}
          {of.exceptions && of.exceptions.length > 0 && (
            <p className="timeline-opinion">
              <Tag tone="warn">例外</Tag>
              {of.exceptions.join('；')}。理由：{of.exceptionReason}
            </p>
          )}
          {votes && <p className="timeline-opinion">表决：{votes}</p>}
          {remarks.length > 0 && (
            <ul>
              {remarks.map(({ label, text, answer }) => (
                <li key={label + text}>
                  <b>{label}：</b>
                  {text}
                  {answer && <span className="timeline-answer">说明：{answer}</span>}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Describes whose turn it is and how long that takes: by recent experience, otherwise by the association's term. */
export function waitingWords({ who, whoName, usualDays, termDays }: Waiting): string {
  const time =
    usualDays === null ? termDays && `须在 ${termDays} 个工作日内办理` : `这一环节通常需要 ${usualDays} 天左右`
  return [who === 'calendar' ? `等待${whoName}` : turns[who], time].filter(Boolean).join('，')
}

const turns = { applicant: '等待您办理', staff: '等待协会办理', nobody: '' }

function Now({ statusName, waiting, deadline }: NonNullable<Props['now']>) {
  const { since } = waiting
  return (
    <li data-now>
      <p className="timeline-head">
        <b>{statusName}</b>
        <span>
          自 <time dateTime={since}>{minute(since)}</time> 起
        </span>
      </p>
      <p className="timeline-opinion">
        {waitingWords(waiting)}
        {deadline && `，请在 ${deadline} 前完成`}。
      </p>
    </li>
  )
}
