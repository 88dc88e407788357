import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { typedKeys } from '#lib/keys.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import '#ui/form/form.css'

const labels = { oldPwd: '原密码', newPwd: '新密码', confirmPwd: '再输入一次新密码' } as const
type Name = keyof typeof labels
const EMPTY: Record<Name, string> = { oldPwd: '', newPwd: '', confirmPwd: '' }

/** Another password, for who knows the old one. */
export function StaffPassword() {
  const [typed, setTyped] = useState(EMPTY)
  const [done, setDone] = useState(false)
  const { submit, busy, error, fields } = useSubmit('POST /staff/password/change')
  const change = async (event: FormEvent) => {
    event.preventDefault()
    setDone(false)
    if (!(await submit(typed))) return
    setTyped(EMPTY)
    setDone(true)
  }
  return (
    <section className="desk-card">
      <h2>修改密码</h2>
      <form className="form" noValidate onSubmit={change}>
        <ErrorSummary errors={fields} labelOf={name => labels[name as Name] ?? ''} message={error?.message} alone />
        {typedKeys(labels).map(name => (
          <Field
            key={name}
            name={name}
            label={labels[name]}
            required
            error={fields[name]}
            hint={name === 'newPwd' ? '至少 8 个字符，可以是一句好记的话' : undefined}
          >
            {described => (
              <Input.Password
                {...described}
                autoComplete={name === 'oldPwd' ? 'current-password' : 'new-password'}
                value={typed[name]}
                maxLength={200}
                onChange={event => setTyped({ ...typed, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <div className="form-actions">
          <Button htmlType="submit" loading={busy}>
            修改密码
          </Button>
          <span role="status">{done && '密码已修改，其他设备上的登录已退出。'}</span>
        </div>
      </form>
    </section>
  )
}
