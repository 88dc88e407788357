import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffColleagues'
import { InviteColleague } from './InviteColleague.tsx'

export { staffColleagues as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'role', 'status', 'key')
  const [page, roles] = await Promise.all([
    api('GET /staff/colleague/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/role/list', {}),
  ])
  return { filters, page, roles: roles.list }
})

type Filters = Input<ApiContract['GET /staff/colleague/export']>

export default function StaffColleagues({ loaderData }: Route.ComponentProps) {
  const { filters, roles } = loaderData
  const answer = useLoaded(loaderData.page)
  const [inviting, setInviting] = useState(false)
  return (
    <section className="desk-card">
      <DataTable
        caption="工作人员"
        answer={answer}
        empty={{ title: '没有工作人员' }}
        unit="位"
        filters={[
          { name: 'key', label: '姓名或用户名', kind: 'text' },
          { name: 'role', label: '角色', options: roles.map(({ code, name }) => ({ code, name })) },
          {
            name: 'status',
            label: '状态',
            options: optionsOf({ active: '在用', disabled: '停用' }),
          },
        ]}
        save={() => saveFile('GET /staff/colleague/export', filters)}
        actions={
          <Button type="primary" onClick={() => setInviting(true)}>
            开通账号
          </Button>
        }
        columns={[
          { name: '姓名', cell: ({ id, displayName }) => <Link to={`/staff/colleagues/${id}`}>{displayName}</Link> },
          { name: '用户名', cell: ({ userName }) => userName },
          { name: '角色', cell: ({ roleNames }) => roleNames.join('、') || '无' },
          { name: '手机号', cell: ({ phone }) => phone ?? '未登记', nowrap: true },
          {
            name: '两步验证',
            cell: ({ hasSecondFactor }) => (
              <Tag tone={hasSecondFactor ? 'good' : 'warn'}>{hasSecondFactor ? '已启用' : '未启用'}</Tag>
            ),
            nowrap: true,
          },
          {
            name: '状态',
            cell: ({ status, statusName }) => <Tag tone={status === 'active' ? 'good' : 'bad'}>{statusName}</Tag>,
            nowrap: true,
          },
          {
            name: '最近登录',
            cell: ({ lastSignedInAt }) => (lastSignedInAt ? minute(lastSignedInAt) : '从未'),
            nowrap: true,
          },
        ]}
      />
      <InviteColleague roles={roles} open={inviting} close={() => setInviting(false)} done={answer.reload} />
    </section>
  )
}
