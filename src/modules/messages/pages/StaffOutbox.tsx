import './staffMessages.css'
import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { Empty } from '#ui/Empty.tsx'
import { chosenTab } from '#ui/router/chosenTab.ts'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { outboxStateNames, outboxStates } from '../outboxWords.ts'
import type { Route } from './+types/StaffOutbox'
import { Mailings } from './Mailings.tsx'
import { OutboxList } from './OutboxList.tsx'
import { outbox } from './registers.ts'
import { SendingBand } from './SendingBand.tsx'

export { staffOutbox as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  // Messages to many load themselves, since they follow what is under way.
  if (query.get('tab') === 'mailings') return null
  const [loaded, days] = await Promise.all([outbox.load(api, { query }), api('GET /staff/outbox/counts', {})])
  return { loaded, days }
})

/** 发送记录: what left the house and what could not; and messages to many. Which of them stands in the address. */
export default function StaffOutbox({ loaderData: of }: Route.ComponentProps) {
  const [query, setQuery] = useSearchParams()
  const tabs = [
    {
      key: 'outbox',
      label: '短信与邮件',
      children: of && (
        <>
          <OutboxCounts days={of.days} />
          <OutboxList loaded={of.loaded} />
        </>
      ),
    },
    { key: 'mailings', label: '群发', children: <Mailings /> },
  ]
  return (
    <>
      <SendingBand />
      <Tabs
        activeKey={chosenTab(query, tabs)}
        onChange={tab => setQuery(tab === 'outbox' ? {} : { tab })}
        destroyOnHidden
        items={tabs}
      />
    </>
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
const OutboxCounts = ({ days }: { days: Day[] }) => (
  <details className="desk-card">
    <summary>最近 14 天每天的条数</summary>
    {days.length === 0 ? (
      <Empty title="最近没有发出短信或邮件" />
    ) : (
      <Table caption="每天的条数" columns={columns} rows={days} keyOf={({ day }) => day} />
    )}
  </details>
)
