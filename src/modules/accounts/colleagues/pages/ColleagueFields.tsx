import { Checkbox, Input } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import { assignableRoles, type Role, roleSummary } from './roleChoice.ts'
import './colleague.css'

export type Colleague = { displayName: string; phone: string; email: string; roles: string[] }
type Props = {
  roles: readonly Role[]
  values: Colleague
  onChange: (values: Colleague) => void
  errors: Record<string, string>
  phoneHint?: string
}

/** Name, how to reach that person, and what the person's work is. */
export function ColleagueFields({ roles, values, onChange, errors, phoneHint }: Props) {
  const text = (
    name: 'displayName' | 'phone' | 'email',
    label: string,
    more: { type?: string; hint?: string } = {},
  ) => (
    <Field name={name} label={label} required={name === 'displayName'} error={errors[name]} hint={more.hint}>
      {described => (
        <Input
          {...described}
          type={more.type}
          value={values[name]}
          maxLength={60}
          autoComplete="off"
          onChange={event => onChange({ ...values, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      {text('displayName', '姓名')}
      {text('phone', '手机号', { type: 'tel', hint: phoneHint })}
      {text('email', '邮箱', { type: 'email' })}
      <Field name="roles" label="角色" required group error={errors.roles}>
        {() => (
          <Checkbox.Group
            className="colleague-roles"
            value={values.roles}
            onChange={chosen => onChange({ ...values, roles: chosen })}
            options={assignableRoles(roles, values.roles).map(role => ({
              value: role.code,
              disabled: !role.mayGive && !values.roles.includes(role.code),
              label: (
                <>
                  {role.name}
                  <span>{roleSummary(role)}</span>
                </>
              ),
            }))}
          />
        )}
      </Field>
    </>
  )
}
