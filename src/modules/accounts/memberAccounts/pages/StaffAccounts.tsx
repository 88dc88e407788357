import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { accountStates, type memberAccountContract } from '../contract.ts'
import type { Route } from './+types/StaffAccounts'
import { AccountStateTag } from './AccountStateTag.tsx'

export { staffAccounts as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'key', 'kind', 'status', 'seenFrom', 'seenTo')
  const page = await api('GET /staff/account/list', { ...filters, pageNum, pageSize })
  return { filters, page }
})

type Filters = Input<(typeof memberAccountContract)['GET /staff/account/export']>

const STATES = Object.entries(accountStates).map(([code, name]) => ({ code, name }))
const KINDS = [
  { code: 'organisation', name: '单位' },
  { code: 'person', name: '个人' },
]

export default function StaffAccounts({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const answer = useLoaded(loaderData.page)
  return (
    <section className="desk-card">
      <DataTable
        caption="会员账号"
        answer={answer}
        unit="个账号"
        filters={[
          { name: 'key', label: '用户名、名称或手机', kind: 'text' },
          { name: 'kind', label: '类型', options: KINDS },
          { name: 'status', label: '状态', options: STATES },
          { name: 'seenFrom', label: '最近登录从', kind: 'day' },
          { name: 'seenTo', label: '到', kind: 'day' },
        ]}
        save={() => saveFile('GET /staff/account/export', filters)}
        empty={{ title: '还没有会员账号', children: <p>单位或个人在网站注册后会列在这里。</p> }}
        columns={[
          { name: '用户名', cell: ({ id, userName }) => <Link to={`/staff/accounts/${id}`}>{userName}</Link> },
          { name: '单位或姓名', cell: ({ displayName }) => displayName },
          { name: '类型', cell: ({ kindName }) => kindName, nowrap: true },
          { name: '手机', cell: ({ phone }) => phone ?? '未登记', nowrap: true },
          {
            name: '最近登录',
            cell: ({ lastSignedInAt }) => (lastSignedInAt ? minute(lastSignedInAt) : '从未'),
            nowrap: true,
          },
          {
            name: '状态',
            cell: ({ status, statusName }) => <AccountStateTag status={status} name={statusName} />,
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}
