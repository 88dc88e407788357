import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable, useListQuery } from '#ui/table/DataTable.tsx'
import { type NoticeState, noticeStateNames, noticeStates } from '../objection.ts'

export const noticeTones: Record<NoticeState, Tone> = { open: 'water', held: 'warn', due: 'good', ended: 'plain' }

/** What is, and was, before the public: what somebody objects to in front. */
export default function StaffNotices() {
  const { state, kind, key, pageNum } = useListQuery('state', 'kind', 'key')
  const filters = { state: state as NoticeState | undefined, kind, key }
  const answer = useApi('GET /staff/notice/list', { ...filters, pageNum, pageSize: 20 })
  const { data: counts } = useApi('GET /staff/review/counts', {})
  return (
    <section className="desk-card">
      <h2 className="hidden-text">公示列表</h2>
      <DataTable
        caption="公示"
        answer={answer}
        keyOf={({ id }) => id}
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
            cell: ({ state, stateName }) => <Tag tone={noticeTones[state]}>{stateName}</Tag>,
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
