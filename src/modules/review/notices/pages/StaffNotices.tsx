import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { type NoticeState, noticeStateNames, noticeStates } from '#modules/review/objection.ts'
import { StateTag, Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffNotices'

export { staffNotices as handle } from '#modules/review/pages/screens.ts'

type Filters = Input<ApiContract['GET /staff/notice/list']>

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'state', 'kind', 'key')
  const [page, counts] = await Promise.all([
    api('GET /staff/notice/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/review/counts', {}),
  ])
  return { filters, page, counts }
})

export const noticeTones: Record<NoticeState, Tone> = { open: 'water', held: 'warn', due: 'good', ended: 'plain' }

export default function StaffNotices({ loaderData }: Route.ComponentProps) {
  const { filters, counts } = loaderData
  const answer = useLoaded(loaderData.page)
  return (
    <section className="desk-card">
      <h2 className="hidden-text">公示列表</h2>
      <DataTable
        caption="公示"
        answer={answer}
        unit="项"
        empty={{ title: '还没有公示', children: <p>审议通过的申请会自动进入公示。</p> }}
        filters={[
          { name: 'key', label: '公示对象或编号', kind: 'text' },
          { name: 'kind', label: '事项', options: counts?.kinds ?? [] },
          { name: 'state', label: '状态', options: noticeStates.map(code => ({ code, name: noticeStateNames[code] })) },
        ]}
        save={() => saveFile('GET /staff/notice/export', filters)}
        columns={[
          { name: '公示对象', cell: ({ id, title }) => <Link to={`/staff/notices/${id}`}>{title}</Link> },
          { name: '事项', cell: ({ kindName, detail }) => `${kindName}：${detail}` },
          { name: '公示期', cell: ({ fromDay, toDay }) => `${fromDay} 至 ${toDay}` },
          {
            name: '状态',
            cell: row => <StateTag of={row} tones={noticeTones} />,
            nowrap: true,
          },
          {
            name: '异议',
            cell: ({ objections, openObjections }) =>
              openObjections ? <Tag tone="bad">{openObjections} 件待办</Tag> : objections ? `${objections} 件` : '无',
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}
