import { Button, Input, Radio } from 'antd'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import '#ui/form/form.css'
import { MyCodeField } from './MyCodeField.tsx'

const labels: Record<string, string> = {
  oldPwd: '原密码',
  phone: '手机号',
  code: '验证码',
  newPwd: '新密码',
  confirmPwd: '再输入一次新密码',
}
const EMPTY = { oldPwd: '', phone: '', code: '', newPwd: '', confirmPwd: '' }

/** A new password, for who knows the old one or holds the account's phone. */
export function MyPassword({ changed }: { changed: () => void }) {
  const [byCode, setByCode] = useState(false)
  const [typed, setTyped] = useState(EMPTY)
  const [done, setDone] = useState(false)
  const withOld = useSubmit('POST /member/changePwd')
  const withCode = useSubmit('POST /member/changePwdByCode')
  const { error, fields, busy } = byCode ? withCode : withOld
  const set = (name: keyof typeof EMPTY) => (value: string) => setTyped({ ...typed, [name]: value })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setDone(false)
    if (!(await (byCode ? withCode.submit(typed) : withOld.submit(typed)))) return
    setTyped(EMPTY)
    setDone(true)
    changed()
  }
  const passwordField = (name: 'oldPwd' | 'newPwd' | 'confirmPwd', autoComplete: string, hint?: string) => (
    <Field name={name} label={labels[name]!} required error={fields[name]} hint={hint}>
      {described => (
        <Input.Password
          {...described}
          autoComplete={autoComplete}
          value={typed[name]}
          onChange={event => set(name)(event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <section className="centre-card">
      <h2>修改密码</h2>
      <form className="form" noValidate onSubmit={submit}>
        <ErrorSummary errors={fields} labelOf={name => labels[name] ?? ''} message={error?.message} alone />
        <Radio.Group
          className="password-ways"
          aria-label="用什么证明是本人"
          value={byCode}
          onChange={event => setByCode(event.target.value)}
          options={[
            { value: false, label: '用原密码' },
            { value: true, label: '用短信验证码' },
          ]}
        />
        {byCode ? (
          <>
            <Field name="phone" label="手机号" required hint="填写本账号登记的手机号" error={fields.phone}>
              {described => (
                <Input
                  {...described}
                  type="tel"
                  autoComplete="tel"
                  value={typed.phone}
                  onChange={event => set('phone')(event.target.value)}
                />
              )}
            </Field>
            <MyCodeField
              name="code"
              label="验证码"
              scene="changePwd"
              phone={typed.phone}
              value={typed.code}
              onChange={set('code')}
              error={fields.code}
            />
          </>
        ) : (
          passwordField('oldPwd', 'current-password')
        )}
        {passwordField('newPwd', 'new-password', '至少 8 个字符，可以是一句好记的话')}
        {passwordField('confirmPwd', 'new-password')}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            修改密码
          </Button>
          <span role="status">{done && '密码已修改，其他设备上的登录已退出。'}</span>
        </div>
      </form>
    </section>
  )
}
