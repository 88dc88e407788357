import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'

/** For the second representative, who has no account here and needs none. */
export function HandoverConfirm() {
  const [done, setDone] = useState(false)
  const { submit, busy, problem, errorOf } = useSubmit(async ({ number = '', code = '' }) => {
    await browserApi('POST /handover/confirm', { number, code })
    setDone(true)
  })
  if (done) return <Done />
  return (
    <form className="entry" method="post" onSubmit={submit} noValidate aria-label="确认联系人变更">
      <ErrorSummary problem={problem} />
      <Field
        name="number"
        label="办理编号"
        hint="例如 LX2026-000001"
        error={errorOf('number')}
        autoComplete="off"
        maxLength={20}
        required
      />
      <Field
        name="code"
        label="确认码"
        hint="短信中的 6 位数字"
        error={errorOf('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
      />
      <SubmitButton busy={busy} label="确认变更" busyLabel="正在确认…" />
    </form>
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
