import { Button, Modal } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { registerPasswordDialog } from '#api/confirm.ts'
import { PasswordForm } from './PasswordForm.tsx'

/** Asks for the password before something dangerous; what was about to be done then goes on by itself. */
export function ConfirmSelf({ of, userName }: { of: 'member' | 'staff'; userName: string }) {
  const answer = useRef<(given: boolean) => void>(undefined)
  const [open, setOpen] = useState(false)
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
    answer.current?.(given)
  }, [])
  return (
    <Modal title="请确认是您本人" open={open} onCancel={() => end(false)} footer={null} destroyOnHidden>
      <PasswordForm
        of={of}
        userName={userName}
        done={() => end(true)}
        intro={<p>接下来的操作比较重要，请再输入一次登录密码；10 分钟内不再询问。</p>}
      >
        {busy => (
          <>
            <Button type="primary" htmlType="submit" loading={busy}>
              确认
            </Button>
            <Button onClick={() => end(false)}>取消</Button>
          </>
        )}
      </PasswordForm>
    </Modal>
  )
}
