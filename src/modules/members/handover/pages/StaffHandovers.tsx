import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable, useListQuery } from '#ui/table/DataTable.tsx'
import { type HandoverState, handoverStateNames } from '../handover.ts'

export const handoverTones: Record<HandoverState, Tone> = {
  begun: 'plain',
  submitted: 'warn',
  frozen: 'water',
  approved: 'good',
  rejected: 'bad',
}

const states = [
  { code: 'pending', name: '未办结' },
  ...(['submitted', 'frozen', 'approved', 'rejected'] as const).map(code => ({ code, name: handoverStateNames[code] })),
  { code: 'all', name: '全部' },
]

/** Companies whose contact has left: what waits for the association, longest first. */
export default function StaffHandovers() {
  const { status, key, pageNum } = useListQuery('status', 'key')
  const filters = { status: status === 'pending' ? undefined : (status as HandoverState | 'all' | undefined), key }
  const answer = useApi('GET /staff/handover/list', { ...filters, pageNum, pageSize: 20 })
  return (
    <section className="desk-card">
      <h2 className="hidden-text">联系人变更申请</h2>
      <DataTable
        caption="联系人变更申请"
        answer={answer}
        keyOf={({ id }) => id}
        unit="件"
        empty={{ title: '没有未办结的联系人变更', children: <p>已办结的可以按状态查看。</p> }}
        filters={[
          { name: 'key', label: '单位、联系人或编号', kind: 'text' },
          { name: 'status', label: '状态', options: states, always: 'pending' },
        ]}
        save={() => saveFile('GET /staff/handover/export', filters)}
        columns={[
          { name: '单位', cell: ({ id, orgName }) => <Link to={`/staff/handovers/${id}`}>{orgName}</Link> },
          { name: '编号', cell: ({ number }) => number, nowrap: true },
          { name: '新联系人', cell: ({ contactName, position }) => `${contactName}（${position}）` },
          { name: '账号', cell: ({ account }) => account?.userName ?? '没有账号' },
          {
            name: '状态',
            cell: ({ status, statusName }) => <Tag tone={handoverTones[status]}>{statusName}</Tag>,
            nowrap: true,
          },
          { name: '提出', cell: ({ createdAt }) => minute(createdAt), nowrap: true },
        ]}
      />
    </section>
  )
}
