import { Checkbox } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import type { Desk, Endpoints } from './StaffRoles.tsx'

type Props = {
  desk: Desk
  endpoints: Endpoints
  chosen: readonly string[]
  /** The role is limited to branches or provinces, so only permissions on records of a province can be chosen. */
  isLimited: boolean
  /** The role is limited to kinds of application, so only permissions on applications can be chosen. */
  isOfKinds: boolean
  change: (chosen: string[]) => void
  error: string | undefined
}

/** The permissions under their headings, each with what it opens. */
export function PermissionChoice({ desk, endpoints, chosen, isLimited, isOfKinds, change, error }: Props) {
  const nameOf = (permission: string) =>
    desk.fields.find(({ name }) => name === 'permissions')?.options?.find(({ code }) => code === permission)?.name
  const toggle = (permission: string, isChosen: boolean) =>
    change(isChosen ? [...chosen, permission] : chosen.filter(one => one !== permission))
  return (
    <Field name="permissions" label="权限" required group error={error}>
      {() => (
        <div className="permission-choice">
          {desk.groups.map(({ name, permissions }) => (
            <fieldset key={name}>
              <legend>{name}</legend>
              {permissions.map(permission => {
                const opens = endpoints.filter(({ who }) => who === permission)
                const misfit = isOfKinds && !desk.byKind.includes(permission) ? '事项' : '地区'
                const fits =
                  (!isLimited || desk.provincial.includes(permission)) &&
                  (!isOfKinds || desk.byKind.includes(permission))
                return (
                  <div key={permission}>
                    <Checkbox
                      checked={chosen.includes(permission)}
                      disabled={!fits && !chosen.includes(permission)}
                      onChange={event => toggle(permission, event.target.checked)}
                    >
                      {nameOf(permission)}
                      {!fits && `（不分${misfit}，不能限定）`}
                    </Checkbox>
                    <details>
                      <summary>可以办理 {opens.length} 项操作</summary>
                      <ul>
                        {opens.map(({ key, summary }) => (
                          <li key={`${key} ${summary}`}>{summary}</li>
                        ))}
                      </ul>
                    </details>
                  </div>
                )
              })}
            </fieldset>
          ))}
        </div>
      )}
    </Field>
  )
}
