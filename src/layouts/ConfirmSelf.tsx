import { Button, Modal } from 'antd'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { registerPasswordDialog } from '#api/confirm.ts'
import { useSubmit } from '#api/useApi.ts'

/** Asks for the password before something dangerous; what was about to be done then goes on by itself. */
export function ConfirmSelf({ of, userName }: { of: 'member' | 'staff'; userName: string }) {
  const answer = useRef<(given: boolean) => void>(undefined)
  const [open, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const { submit, busy, error } = useSubmit(`POST /${of}/confirm`)
  useEffect(
    () =>
      registerPasswordDialog(() => {
        setOpen(true)
        return new Promise(resolve => {
          answer.current = resolve
        })
      }),
    [],
  )
  const end = useCallback((given: boolean) => {
    setOpen(false)
    setPassword('')
    answer.current?.(given)
  }, [])
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit({ password })) end(true)
  }
  return (
    <Modal title="请确认是您本人" open={open} onCancel={() => end(false)} footer={null} destroyOnHidden>
      <form onSubmit={confirm} noValidate>
        <p>接下来的操作比较重要，请再输入一次登录密码；10 分钟内不再询问。</p>
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        <div className="field">
          <label htmlFor="confirm-password" className="field-label">
            密码
          </label>
          <input
            id="confirm-password"
            type="password"
            className="text-input"
            autoComplete="current-password"
            value={password}
            maxLength={200}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'confirm-error' : undefined}
            onChange={event => setPassword(event.target.value)}
          />
          {error && (
            <p id="confirm-error" role="alert" className="field-error">
              {error.message}
            </p>
          )}
        </div>
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            确认
          </Button>
          <Button onClick={() => end(false)}>取消</Button>
        </div>
      </form>
    </Modal>
  )
}
