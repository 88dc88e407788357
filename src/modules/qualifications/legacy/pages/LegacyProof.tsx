import { useRef } from 'react'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import type { Legacy, Proof } from './legacyCalls.ts'
import { provePhone, typedIn } from './legacySending.ts'

/** Only the phone that handed it in may see what is in it, and correct it. */
export function LegacyProof({ legacy, onProof }: { legacy: Legacy; onProof: (proof: Proof | null) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { submit, busy, problem, setProblem, errorOf } = useSubmit(async ({ contactMobile = '', code = '' }) =>
    onProof(await provePhone(legacy, contactMobile, code)),
  )
  return (
    <form ref={form} className="entry" method="post" onSubmit={submit} noValidate aria-label="验证手机号">
      <p>请先验证提交补录时所用的手机号，再更正。</p>
      <ErrorSummary problem={problem} />
      <Field
        name="contactMobile"
        label="手机号"
        error={errorOf('contactMobile')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        required={true}
      />
      <CodeField
        scene="legacy"
        error={errorOf('code')}
        refused={setProblem}
        phone={() => typedIn(form.current, { withPhone: true }).contactMobile ?? ''}
      />
      <SubmitButton busy={busy} label="下一步：更正" busyLabel="正在验证…" />
    </form>
  )
}
