import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isLocked, onLock, settleLock } from '#api/confirm.ts'
import { clearSession, onLoginStatus, onStaffUse } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { PasswordForm } from '../PasswordForm.tsx'
import './staffLock.css'

const never = () => false

/** Covers the back office while its session is locked; the password opens it, and the page is as it was left. */
export function StaffLock() {
  const locked = useSyncExternalStore(onLock, isLocked, never)
  // The password may be typed in another tab, or the session may have ended meanwhile.
  useEffect(() => onStaffUse(() => settleLock(true)), [])
  useEffect(() => onLoginStatus(({ ended }) => ended && settleLock(false)), [])
  return locked && <LockDialog />
}

function LockDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { submit: signOut, busy: leaving } = useSubmit('POST /staff/logout')
  // Modal: nothing behind it can be read, clicked or reached by the keyboard.
  useEffect(() => dialog.current?.showModal(), [])
  const leave = async () => {
    if (await signOut({})) clearSession({ ended: true })
  }
  return (
    <dialog ref={dialog} className="staff-lock" aria-labelledby="lock-title" onCancel={event => event.preventDefault()}>
      <PasswordForm
        of="staff"
        done={() => settleLock(true)}
        intro={
          <>
            <h2 id="lock-title">已锁定</h2>
            <p>您有一段时间没有操作。输入登录密码继续，页面和已填写的内容都还在。</p>
          </>
        }
      >
        {busy => (
          <>
            <button type="submit" className="button primary" disabled={busy}>
              继续使用
            </button>
            <button type="button" className="button" disabled={leaving} onClick={() => void leave()}>
              退出登录
            </button>
          </>
        )}
      </PasswordForm>
    </dialog>
  )
}
