import './staffMessages.css'
import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { outboxStateNames, outboxStates } from '../outboxWords.ts'
import { Mailings } from './Mailings.tsx'
import { OutboxList } from './OutboxList.tsx'

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

type Day = Output<ApiContract['GET /staff/outbox/counts']>[number]

const columns: TableColumn<Day>[] = [
  { name: '日期', cell: ({ day }) => day, nowrap: true },
  ...outboxStates.map(state => ({
    name: outboxStateNames[state],
    nowrap: true,
    cell: (day: Day) => day[state] || '—',
  })),
  { name: '合计', cell: ({ total }) => total, nowrap: true },
]

/** Daily delivery counts, collapsed since they are rarely needed. */
function OutboxCounts() {
  const answer = useApi('GET /staff/outbox/counts', {})
  return (
    <details className="desk-card">
      <summary>最近 14 天每天的条数</summary>
      <States answer={answer} lines={2} empty={{ when: days => days.length === 0, title: '最近没有发出短信或邮件' }}>
        {days => <Table caption="每天的条数" columns={columns} rows={days} keyOf={({ day }) => day} />}
      </States>
    </details>
  )
}
