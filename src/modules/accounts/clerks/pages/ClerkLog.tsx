import { useSearchParams } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { DataTable } from '#ui/table/DataTable.tsx'

/** 操作记录: who of the company did what. */
export function ClerkLog() {
  const [query] = useSearchParams()
  const answer = useApi('GET /member/clerk/log', { pageNum: query.get('pageNum') ?? 1 })
  return (
    <section className="centre-card">
      <h2>操作记录</h2>
      <DataTable
        caption="本单位的操作记录"
        answer={answer}
        unit="条"
        empty={{ title: '还没有记录' }}
        columns={[
          { name: '时间', cell: of => minute(of.at), nowrap: true },
          { name: '谁', cell: of => `${of.name}（${of.userName}）` },
          { name: '做了什么', cell: of => [of.action, of.object].filter(Boolean).join('：') },
          { name: '设备', cell: of => of.device },
        ]}
      />
    </section>
  )
}
