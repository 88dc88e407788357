import { Modal } from 'antd'
import { browserApi } from '#api/browser.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { PermissionChoice } from './PermissionChoice.tsx'
import { RoleEffect } from './RoleEffect.tsx'
import type { Desk, Edited, Endpoints } from './StaffRoles.tsx'

type Props = { desk: Desk; endpoints: Endpoints; role: Edited; reload: () => void; close: () => void }

/** One role: its name and limits, its permissions under their headings, and whom a change touches. */
export function RoleDialog({ desk, endpoints, role, reload, close }: Props) {
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
