import { useRef } from 'react'
import { isRefusal, Refusal } from '#lib/error.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import { call } from './enrolmentCalls.ts'
import type { Proof } from './enrolmentKept.ts'

/** The first step: a phone that answers, to which everything about the registration is sent. */
export function EnrolProof({ onProof }: { onProof: (proof: Proof) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { submit, busy, problem, setProblem, errorOf } = useSubmit(async ({ contactMobile = '', code = '' }) => {
    const { ticket } = await call('POST /app/training/phone', { contactMobile, smsCode: code }).catch(atCode)
    onProof({ phone: contactMobile, ticket })
  })
  return (
    <form ref={form} className="entry" method="post" onSubmit={submit} noValidate aria-label="短信验证">
      <ErrorSummary problem={problem} />
      <Field
        name="contactMobile"
        label="联系人手机"
        error={errorOf('contactMobile')}
        required={true}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        hint="报名编号、审核结果和缴费通知发到这个号码"
      />
      <CodeField
        scene="training"
        error={errorOf('code')}
        refused={setProblem}
        phone={() => String(new FormData(form.current!).get('contactMobile'))}
      />
      <SubmitButton busy={busy} label="下一步：填写报名表" busyLabel="正在验证…" />
    </form>
  )
}

/** The form has its field for the code under another name. */
function atCode(error: unknown): never {
  if (!isRefusal(error) || !error.fields?.smsCode) throw error
  const { smsCode, ...others } = error.fields
  throw new Refusal(error.code, error.message, { ...others, code: smsCode })
}
