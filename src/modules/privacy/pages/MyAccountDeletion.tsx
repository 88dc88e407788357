import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { clearSession } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Field } from '#ui/form/Field.tsx'
import '#ui/form/form.css'

/** The end of the account, for who knows its password. */
export function MyAccountDeletion() {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const { submit, busy, error, fields } = useSubmit('POST /member/privacy/delete')
  const close = () => {
    setAsking(false)
    setPassword('')
  }
  const remove = async () => {
    if (!(await submit({ password }))) return
    clearSession({ ended: false })
    navigate('/admin/login/closed')
  }
  return (
    <section className="centre-card">
      <h2>注销账号</h2>
      <p>
        注销后不能再用这个账号登录，手机号、邮箱等联系信息将被删除。会员登记、证书等依法须留存的记录会保留，但只用于查验。有申请尚未办结的，请先撤回或等待办结。
      </p>
      <Button danger onClick={() => setAsking(true)}>
        注销账号
      </Button>
      <AskDialog
        title="确认注销账号"
        isOpen={asking}
        action="注销"
        back="不注销"
        danger
        busy={busy}
        send={remove}
        close={close}
      >
        <p>注销不能恢复。请输入登录密码，确认是您本人。</p>
        <Field name="password" label="登录密码" required error={fields.password ?? error?.message}>
          {described => (
            <Input.Password
              {...described}
              autoComplete="current-password"
              value={password}
              onChange={event => setPassword(event.target.value)}
              onPressEnter={() => void remove()}
            />
          )}
        </Field>
        {error?.code === 409 && <Link to="/admin/user/doing">去看在办事项</Link>}
      </AskDialog>
    </section>
  )
}
