import type { FormField } from '#lib/form/form.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { call } from './enrolmentCalls.ts'
import { contactMobile, type Proof } from './enrolmentKept.ts'

const phone: FormField = { ...contactMobile, hint: '报名编号、审核结果和缴费通知发到这个号码' }

/** The first step: a phone that answers, to which everything about the registration is sent. */
export function EnrolProof({ onProof }: { onProof: (proof: Proof) => void }) {
  const form = useLightForm(async ({ contactMobile: phone = '', smsCode = '' }) => {
    const { ticket } = await call('POST /app/training/phone', { contactMobile: phone, smsCode })
    onProof({ phone, ticket })
  })
  return (
    <LightForm of={form} label="短信验证" action="下一步：填写报名表" busy="正在验证…">
      <LightLines fields={[phone]} errors={form.errors} />
      <CodeField scene="training" of={form} phone="contactMobile" name="smsCode" />
    </LightForm>
  )
}
