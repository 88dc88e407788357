import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { Mailings } from './Mailings.tsx'
import { OutboxCounts } from './OutboxCounts.tsx'
import { OutboxList } from './OutboxList.tsx'
import './staffMessages.css'

export { staffOutbox as handle } from './screens.ts'

/** 发送记录: what left the house and what could not; and messages to many. Which of them stands in the address. */
export default function StaffOutbox() {
  const [query, setQuery] = useSearchParams()
  return (
    <Tabs
      activeKey={query.get('tab') ?? 'outbox'}
      onChange={tab => setQuery(tab === 'outbox' ? {} : { tab })}
      destroyOnHidden
      items={[
        {
          key: 'outbox',
          label: '短信与邮件',
          children: (
            <>
              <OutboxCounts />
              <OutboxList />
            </>
          ),
        },
        { key: 'mailings', label: '群发', children: <Mailings /> },
      ]}
    />
  )
}
