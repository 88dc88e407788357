import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { Removal } from '#modules/settings/pages/Removal.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { Route } from './+types/StaffRoles'
import { NewRole } from './NewRole.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import './roles.css'

export { staffRoles as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [desk, { endpoints }] = await Promise.all([
    api('GET /staff/role/list', {}),
    api('GET /staff/permission/list', {}),
  ])
  return { desk, endpoints }
})

export type Desk = Output<ApiContract['GET /staff/role/list']>
export type Role = Desk['list'][number]
export type Endpoints = Output<ApiContract['GET /staff/permission/list']>['endpoints']
/** What is edited: a role that is there, or a new one that begins as a copy. */
export type Edited = Pick<Role, 'values'> & Partial<Pick<Role, 'id' | 'version' | 'name'>>

/** The roles of the association's staff: who may do what, and where. */
export default function StaffRoles({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = answer.data?.desk ?? loaderData.desk
  const [edited, edit] = useState<Edited>()
  const [removed, remove] = useState<Role>()
  const now = desk.list.find(({ id }) => id === edited?.id) ?? edited
  return (
    <section className="desk-card">
      <p>一位同事可以有几个角色，权限合在一起。修改角色后，有这个角色的同事下一次操作即按新的权限处理。</p>
      <DataTable
        caption="角色"
        answer={{ ...answer, data: desk.list }}
        empty={{ title: '没有角色' }}
        unit="个"
        actions={<NewRole desk={desk} start={values => edit({ values })} />}
        columns={[
          {
            name: '角色',
            cell: ({ name, values, isRetired }) => (
              <>
                {name} {isRetired && <Tag tone="warn">停用</Tag>}
                {values.note && <p className="role-note">{String(values.note)}</p>}
              </>
            ),
          },
          { name: '权限', cell: ({ isFixed, permissionNames }) => (isFixed ? '全部权限' : permissionNames.join('、')) },
          {
            name: '限于',
            cell: ({ limits, seesNothing }) => (
              <>
                {limits.join('、') || '不限'} {seesNothing && <Tag tone="warn">看不到任何记录</Tag>}
              </>
            ),
          },
          {
            name: '同事',
            cell: ({ code, name, holders }) =>
              holders > 0 ? (
                <Link to={`/staff/colleagues?role=${code}`} aria-label={`${name}：${holders} 位同事`}>
                  {holders} 位
                </Link>
              ) : (
                '无'
              ),
            nowrap: true,
          },
          {
            name: '操作',
            cell: role => <Acts role={role} edit={() => edit(role)} remove={() => remove(role)} />,
            nowrap: true,
          },
        ]}
      />
      {now && (
        <RoleDialog
          key={now.id ?? 'new'}
          desk={desk}
          endpoints={loaderData.endpoints}
          role={now}
          reload={answer.reload}
          close={() => edit(undefined)}
        />
      )}
      <Removal
        title="删除角色"
        of={removed}
        consequence="删除后不能恢复，可以从样板另建。"
        remove={({ id, version }) => browserApi('POST /staff/role/remove', { id, version })}
        done={() => {
          remove(undefined)
          answer.reload()
        }}
        close={() => remove(undefined)}
      />
    </section>
  )
}

function Acts({ role, edit, remove }: { role: Role; edit: () => void; remove: () => void }) {
  if (role.isFixed) return '不能修改'
  if (!role.mayGive) return '含有您没有的权限'
  return (
    <>
      <Button onClick={edit}>
        修改<span className="hidden-text">{role.name}</span>
      </Button>
      {role.holders === 0 && (
        <Button type="text" danger onClick={remove}>
          删除<span className="hidden-text">{role.name}</span>
        </Button>
      )}
    </>
  )
}
