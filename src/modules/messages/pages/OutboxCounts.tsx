import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { outboxStateNames, outboxStates } from '../outboxWords.ts'

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

/** How it went, day by day; folded away, for it is looked at seldom. */
export function OutboxCounts() {
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
