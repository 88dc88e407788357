import type { FormField } from '#lib/form/form.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import type { Legacy, Proof } from './legacyCalls.ts'
import { provePhone } from './legacySending.ts'

const phone: FormField = {
  name: 'contactMobile',
  label: '手机号',
  section: '',
  kind: 'mobile',
  required: true,
  autocomplete: 'tel-national',
}

/** Asks for the phone used for the submission; only its owner may see and correct the content. */
export default function LegacyProof({ legacy, onProof }: { legacy: Legacy; onProof: (proof: Proof | null) => void }) {
  const form = useLightForm(async ({ contactMobile = '', smsCode = '' }) =>
    onProof(await provePhone(legacy, contactMobile, smsCode)),
  )
  return (
    <LightForm of={form} label="验证手机号" action="下一步：更正" busy="正在验证…">
      <p>请先验证提交补录时所用的手机号，再更正。</p>
      <LightLines fields={[phone]} errors={form.errors} />
      <CodeField scene="legacy" of={form} phone="contactMobile" name="smsCode" />
    </LightForm>
  )
}
