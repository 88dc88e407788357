import { LightInput } from '#ui/form/light/LightInput.tsx'
import type { useCaptcha } from './useCaptcha.ts'

type Props = { captcha: ReturnType<typeof useCaptcha>; error: string | undefined }

/** A sum in words, that can be read aloud: for who has no browser that does the work. */
export function CaptchaField({ captcha: { asked, answer, setAnswer, ask }, error }: Props) {
  if (!asked) return null
  return (
    <LightInput
      name="captcha"
      label={`验证问题：${asked.question}`}
      hint="填写数字即可，用来防止程序自动提交。"
      error={error}
      value={answer}
      onChange={event => setAnswer(event.target.value)}
      autoComplete="off"
      inputMode="numeric"
      maxLength={10}
      required
      aside={
        <button type="button" className="button" onClick={() => void ask().catch(() => {})}>
          换一题
        </button>
      }
    />
  )
}
