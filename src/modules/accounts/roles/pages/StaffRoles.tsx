import './roles.css'
import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Removal } from '#modules/settings/pages/Removal.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { Route } from './+types/StaffRoles'
import { PermissionChoice } from './PermissionChoice.tsx'

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
/** Role in the editor: an existing one, or a new one (without id) that begins as a copy. */
export type EditedRole = Pick<Role, 'values'> & Partial<Pick<Role, 'id' | 'version' | 'name'>>

/** The roles of the association's staff: who may do what, and where. */
export default function StaffRoles({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = answer.data?.desk ?? loaderData.desk
  const [edited, edit] = useState<EditedRole>()
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
            cell: ({ code, name, uses }) =>
              uses > 0 ? (
                <Link to={`/staff/colleagues?role=${code}`} aria-label={`${name}：${uses} 位同事`}>
                  {uses} 位
                </Link>
              ) : (
                '无'
              ),
            nowrap: true,
          },
          {
            name: '操作',
            cell: role => <RoleActs role={role} edit={() => edit(role)} remove={() => remove(role)} />,
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

function RoleActs({ role, edit, remove }: { role: Role; edit: () => void; remove: () => void }) {
  if (role.isFixed) return '不能修改'
  if (!role.mayGive) return '含有您没有的权限'
  return (
    <>
      <Button onClick={edit}>
        修改<span className="hidden-text">{role.name}</span>
      </Button>
      {role.uses === 0 && (
        <Button type="text" danger onClick={remove}>
          删除<span className="hidden-text">{role.name}</span>
        </Button>
      )}
    </>
  )
}

/** A new role begins as a copy: of a template, or of one that is there. */
function NewRole({ desk, start }: { desk: Desk; start: (values: FormValues) => void }) {
  const [from, choose] = useState('')
  const begin = () => {
    const copied = desk.list.find(({ code }) => from === `role ${code}`)
    const template = desk.templates.find(({ code }) => from === `template ${code}`)
    const what = copied?.values ?? { permissions: template?.permissions ?? [], branches: [], provinces: [], kinds: [] }
    start({ ...what, name: '', note: '', status: 'open' })
  }
  return (
    <>
      <Select
        aria-label="照抄"
        showSearch={{ optionFilterProp: 'label' }}
        className="role-template"
        value={from}
        onChange={choose}
        options={[
          { value: '', label: '从空白开始' },
          {
            label: '照抄现有的角色',
            options: desk.list.map(({ code, name }) => ({ value: `role ${code}`, label: name })),
          },
          {
            label: '照抄样板',
            options: desk.templates.map(({ code, name }) => ({ value: `template ${code}`, label: `样板：${name}` })),
          },
        ]}
      />
      <Button type="primary" onClick={begin}>
        新增角色
      </Button>
    </>
  )
}

type Props = { desk: Desk; endpoints: Endpoints; role: EditedRole; reload: () => void; close: () => void }

function RoleDialog({ desk, endpoints, role, reload, close }: Props) {
  const permissions = desk.fields.find(({ name }) => name === 'permissions')
  return (
    <Modal
      title={role.id === undefined ? '新增角色' : `修改角色：${role.name}`}
      open
      onCancel={close}
      footer={null}
      width="min(46rem, 100vw - 1rem)"
    >
      <RecordForm
        fields={desk.fields.filter(field => field !== permissions)}
        values={role.values}
        version={role.version}
        reload={reload}
        onCancel={close}
        labelOf={name => (name === 'permissions' ? permissions?.label : undefined)}
        save={async (form, version) => {
          await browserApi('POST /staff/role/save', { id: role.id, version, form })
          reload()
          close()
        }}
      >
        {(typed, change, errors) => (
          <>
            <PermissionChoice
              desk={desk}
              endpoints={endpoints}
              chosen={listOf(typed.permissions)}
              isOfKinds={listOf(typed.kinds).length > 0}
              isLimited={listOf(typed.provinces).length + listOf(typed.branches).length > 0}
              change={chosen => change({ ...typed, permissions: chosen })}
              error={errors.permissions}
            />
            {role.id !== undefined && (
              <RoleEffect
                id={role.id}
                permissions={listOf(typed.permissions)}
                branches={listOf(typed.branches)}
                provinces={listOf(typed.provinces)}
                kinds={listOf(typed.kinds)}
                status={String(typed.status ?? 'open')}
              />
            )}
          </>
        )}
      </RecordForm>
    </Modal>
  )
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

type RoleEffectProps = {
  id: number
  permissions: readonly string[]
  branches: readonly string[]
  provinces: readonly string[]
  kinds: readonly string[]
  status: string
}

/** Shows whom the change touches, before it is saved. */
function RoleEffect({ id, permissions, branches, provinces, kinds, status }: RoleEffectProps) {
  const { data } = useApi('GET /staff/role/effect', {
    id,
    permissions: permissions.join(','),
    branches: branches.join(','),
    provinces: provinces.join(','),
    kinds: kinds.join(','),
    status,
  })
  return (
    <section className="role-effect" aria-live="polite">
      <h3>保存以后</h3>
      {data?.length ? (
        <ul>
          {data.map(({ id: holder, name, gains, loses }) => (
            <li key={holder}>
              {name}
              {gains.length > 0 && <span>增加：{gains.join('、')}</span>}
              {loses.length > 0 && <span>失去：{loses.join('、')}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p>没有同事的权限因此改变。</p>
      )}
    </section>
  )
}
