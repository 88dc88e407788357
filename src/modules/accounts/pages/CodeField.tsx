import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { fieldId } from '#ui/form/Field.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import type { SendingForm } from '#ui/form/light/useLightForm.ts'
import { CaptchaField } from './CaptchaField.tsx'
import { useCaptcha } from './useCaptcha.ts'

type Props = {
  scene: string
  /** The form in which it stands: has the phone, and is told what was refused when the code was asked for. */
  of: SendingForm
  /** The names of the two fields. */
  phone?: string
  name?: string
}

/** The code of a text message, and the button that has it sent. */
export function CodeField({ scene, of, phone = 'phone', name = 'code' }: Props) {
  const captcha = useCaptcha()
  const [wrongAnswer, setWrongAnswer] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState('')
  const [wait, startWait] = useCountdown()

  const request = async () => {
    if (busy || wait > 0) return
    setBusy(true)
    const to = of.typed()[phone] ?? ''
    try {
      const { interval } = await captcha.send(given =>
        browserApi('POST /member/getCode', { scene, phone: to, ...given }),
      )
      setSentTo(to)
      startWait(interval)
      captcha.dismiss()
      setWrongAnswer(undefined)
      of.refuse(null)
      document.getElementById(fieldId(name))?.focus()
    } catch (thrown) {
      const refusal = toRefusal(thrown)
      const { captcha: wanted } = refusal.fields ?? {}
      setWrongAnswer(captcha.asked ? wanted : undefined)
      // The first time it is a question and not a mistake.
      if (wanted) document.getElementById(fieldId('captcha'))?.focus()
      else of.refuse(refusal)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <CaptchaField captcha={captcha} error={wrongAnswer} />
      <LightInput
        name={name}
        label="短信验证码"
        error={of.errors[name]}
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
      <p className="light-status" role="status">
        {busy && '正在核验并发送…'}
        {!busy && sentTo && `验证码已发送到 ${sentTo}，5 分钟内有效。没有收到？请核对号码，稍后重发。`}
        {!busy && captcha.asked && !wrongAnswer && '请先回答上面的验证问题，再点一次按钮。'}
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
