import type { ReactNode } from 'react'
import { minute } from '#lib/dates.ts'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Tag } from '#ui/Tag.tsx'

type Props = {
  of: { title: string; content: string; isRead: boolean; createTime: string }
  children?: ReactNode
}

/** A message about a case, in the list beside it. */
export const CaseMessage = ({ of: { title, content, isRead, createTime }, children }: Props) => (
  <li>
    <p>
      <b>{title}</b> {!isRead && <Tag tone="water">未读</Tag>} <time dateTime={createTime}>{minute(createTime)}</time>
    </p>
    <p className="message-text">{keepTogether(content)}</p>
    {children}
  </li>
)
