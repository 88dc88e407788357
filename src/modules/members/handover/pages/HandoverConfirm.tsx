import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'

/** For the second representative, who has no account here and needs none. */
export function HandoverConfirm() {
  const [done, setDone] = useState(false)
  const form = useLightForm(async ({ number = '', code = '' }) => {
    await browserApi('POST /handover/confirm', { number, code })
    setDone(true)
  })
  if (done) return <Done />
  return (
    <LightForm of={form} label="确认联系人变更" action="确认变更" busy="正在确认…">
      <LightInput
        name="number"
        label="办理编号"
        hint="例如 LX2026-000001"
        error={form.errors.number}
        autoComplete="off"
        maxLength={20}
        required
      />
      <LightInput
        name="code"
        label="确认码"
        hint="短信中的 6 位数字"
        error={form.errors.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
      />
    </LightForm>
  )
}

function Done() {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current!.focus(), [])
  return (
    <p ref={message} className="entry-done handover-done" role="status" tabIndex={-1}>
      已确认，谢谢。协会将在办结后短信告知新联系人。
    </p>
  )
}
