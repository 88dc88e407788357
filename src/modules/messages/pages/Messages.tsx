import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import type { Side } from '#layouts/unread.ts'
import { chosenTab } from '#ui/router/chosenTab.ts'
import { Choices } from './Choices.tsx'
import { Inbox } from './Inbox.tsx'
import './messages.css'

export type OfSide = { side: Side; card: string }

/** The inbox of a member or of staff, and what comes by text and mail besides. Which of them stands in the address. */
export function Messages({ side, card }: OfSide) {
  const [query, setQuery] = useSearchParams()
  const tabs = [
    { key: 'inbox', label: '消息', children: <Inbox side={side} card={card} /> },
    { key: 'choices', label: '接收设置', children: <Choices side={side} card={card} /> },
  ]
  return (
    <Tabs
      activeKey={chosenTab(query, tabs)}
      onChange={tab => setQuery(tab === 'inbox' ? {} : { tab })}
      destroyOnHidden
      items={tabs}
    />
  )
}
