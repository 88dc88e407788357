import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { Field } from './Field.tsx'
import { useCaptcha } from './useCaptcha.ts'
import { type Problem, problemOf } from './useSubmit.ts'

type Props = {
  /** What the code is for, as the server knows it. */
  scene: string
  /** The phone as it is typed at the moment. */
  phone: () => string
  error: string | undefined
  /** Told what was refused when the code was asked for, and null when it was sent. */
  refused: (problem: Problem | null) => void
}

/** The code of a text message, and the button that has it sent. */
export function CodeField({ scene, phone, error, refused }: Props) {
  const captcha = useCaptcha()
  const [wrongAnswer, setWrongAnswer] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState('')
  const [wait, startWait] = useCountdown()

  const request = async () => {
    if (busy || wait > 0) return
    setBusy(true)
    const to = phone()
    try {
      const { interval } = await browserApi('POST /member/getCode', { scene, phone: to, ...captcha.given })
      setSentTo(to)
      startWait(interval)
      captcha.dismiss()
      setWrongAnswer(undefined)
      refused(null)
      document.getElementById('code')?.focus()
    } catch (thrown) {
      const problem = problemOf(thrown)
      const { captcha: wanted } = problem.fields
      await captcha.askIfWanted(problem.fields)
      setWrongAnswer(captcha.asked ? wanted : undefined)
      // The first time it is a question and not a mistake.
      if (wanted) document.getElementById('captcha')?.focus()
      else refused(problem)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <CaptchaField captcha={captcha} error={wrongAnswer} />
      <Field
        name="code"
        label="短信验证码"
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
        aside={
          <button type="button" className="button" aria-disabled={busy || wait > 0} onClick={request}>
            {wait > 0 ? `${wait} 秒后可重发` : captcha.asked ? '回答并获取' : '获取验证码'}
          </button>
        }
      />
      <p className="entry-status" role="status">
        {sentTo && `验证码已发送到 ${sentTo}，5 分钟内有效。没有收到？请核对号码，稍后重发。`}
        {captcha.asked && !wrongAnswer && '请先回答上面的验证问题，再点一次按钮。'}
      </p>
    </>
  )
}

/** Seconds left, by the clock and not by ticks that a sleeping tab leaves out. */
function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until <= now) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [until, now])
  const start = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [Math.max(0, Math.ceil((until - now) / 1000)), start]
}
