import { Link } from 'react-router'
import { longDay } from '#lib/dates.ts'
import { Tag } from '#ui/Tag.tsx'
import { Stages, waitingWords } from '#ui/Timeline.tsx'
import type { Overview } from './MyOverview.tsx'
import '#modules/review/applying/pages/doing.css'

type Props = { joining: NonNullable<Overview['joining']>; name: string }

/** Of who is about to become a member: how far the application is, and what comes next. */
export function JoiningCard({ joining: { id, kindName, number, statusName, ...of }, name }: Props) {
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
          {isMine && of.deadline && `，请在 ${longDay(of.deadline)} 前完成`}。
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
