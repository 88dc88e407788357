import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { type HandoverState, handoverStateNames } from '../../handoverStates.ts'
import type { Route } from './+types/StaffHandovers'

export { staffHandovers as handle } from '#modules/members/pages/screens.ts'

type Filters = Input<ApiContract['GET /staff/handover/list']>
/** "pending" is the default of the endpoint, which has no name there. */
type QueryFilters = Omit<Filters, 'status'> & { status?: Filters['status'] | 'pending' }

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, status, key } = listQuery<QueryFilters>(query, 'status', 'key')
  const filters = { status: status === 'pending' ? undefined : status, key }
  const page = await api('GET /staff/handover/list', { ...filters, pageNum, pageSize })
  return { filters, page }
})

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
export default function StaffHandovers({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const answer = useLoaded(loaderData.page)
  return (
    <section className="desk-card">
      <h2 className="hidden-text">联系人变更申请</h2>
      <DataTable
        caption="联系人变更申请"
        answer={answer}
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
