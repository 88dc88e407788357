import { Checkbox, Input } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import { permissions, roles } from '../permissions.ts'
import './colleague.css'

export type Colleague = { displayName: string; phone: string; email: string; roles: string[] }
type Props = {
  values: Colleague
  onChange: (values: Colleague) => void
  errors: Record<string, string>
  phoneHint?: string
}

/** Name, how to reach that person, and what the person's work is. */
export function ColleagueFields({ values, onChange, errors, phoneHint }: Props) {
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
            options={Object.entries(roles).map(([value, { name, may }]) => ({
              value,
              label: (
                <>
                  {name}
                  <span>
                    {may.length === Object.keys(permissions).length ? '全部权限' : may.map(nameOf).join('、')}
                  </span>
                </>
              ),
            }))}
          />
        )}
      </Field>
    </>
  )
}

const nameOf = (permission: keyof typeof permissions) => permissions[permission]
