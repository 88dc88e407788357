import { useCallback, useEffect, useRef, useState } from 'react'
import { lastUse } from '#api/session.ts'
import './idleWarning.css'

const MINUTE = 60_000
const WARNING_MS = 2 * MINUTE
const CHECK_INTERVAL_MS = 5_000
/** Time left in ms at which the session has surely ended, however the server counted; the next call reports it. */
const EXPIRED_TIME_LEFT_MS = -2 * MINUTE

type Props = {
  minutes: number
  /** A call that prolongs the session. */
  ask: () => Promise<unknown>
  /** The session is locked instead of ended: the password opens it again. */
  locks?: boolean
}

/** Says two minutes before that the session is about to end or to be locked. */
export function IdleWarning({ minutes, ask, locks = false }: Props) {
  // The server may count the last call a minute early.
  const { left, look } = useTimeLeft((minutes - 1) * MINUTE)
  const button = useRef<HTMLButtonElement>(null)
  const isDue = left <= WARNING_MS
  const isOver = left <= EXPIRED_TIME_LEFT_MS
  useEffect(() => {
    if (isDue) button.current?.focus()
  }, [isDue])
  useEffect(() => {
    // Asks the server once the session is over: its refusal leads to sign-in or to the lock, so that no member data
    // stay on the screen.
    if (isOver) ask().then(look, () => {})
  }, [isOver, look, ask])
  if (!isDue) return null
  return (
    <div className="idle-warning" role="alertdialog" aria-labelledby="idle-title" aria-describedby="idle-text">
      <h2 id="idle-title">即将自动{locks ? '锁定' : '退出'}</h2>
      <p id="idle-text">
        您已有一段时间没有操作，为了安全，约 2 分钟后将
        {locks ? '自动锁定，输入密码即可继续。' : '自动退出登录。'}已填写的内容会保留。
      </p>
      <button type="button" className="button primary" ref={button} onClick={() => void ask().then(look, () => {})}>
        继续使用
      </button>
    </div>
  )
}

function useTimeLeft(idle: number) {
  const [left, setLeft] = useState(idle)
  const look = useCallback(() => setLeft(lastUse() + idle - Date.now()), [idle])
  useEffect(() => {
    const timer = setInterval(look, CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [look])
  return { left, look }
}
