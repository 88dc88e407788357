import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Tag } from '#ui/Tag.tsx'
import { waitingWords } from '#ui/Timeline.tsx'
import './doing.css'
import { keepTogether } from '#ui/keepTogether.tsx'

export type Doing = Output<ApiContract['GET /member/doing/list']>

/** Selects the items in progress that wait for somebody other than the member. */
export const waitingIn = (doing: Doing) => doing.filter(({ action }) => action === 'wait')

/** `who`: for whom they wait, where a colleague has the duty and not the reader. */
export const WaitingList = ({ waiting, who }: { waiting: Doing; who?: string }) => (
  <ul className="doing" role="list">
    {waiting.map(of => (
      <li key={of.id}>
        <div>
          <p className="doing-title">
            <b>{of.title}</b>
            <Tag tone="water">{of.statusName}</Tag>
          </p>
          <p>
            {of.bizTypeName}
            {of.number && keepTogether(`　${of.number}`)}　自 <time>{minute(of.since)}</time> 起
            {who ?? waitingWords(of.waiting)}
          </p>
        </div>
        <p className="doing-links">
          <Link className="doing-progress" to={`/admin/user/doing/${of.id}`}>
            查看进度<span className="hidden-text">：{of.title}</span>
          </Link>
        </p>
      </li>
    ))}
  </ul>
)
