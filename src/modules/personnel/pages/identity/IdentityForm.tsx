import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { FormField } from '#lib/form/form.ts'
import { CaptchaField } from '#modules/accounts/pages/CaptchaField.tsx'
import { useCaptcha } from '#modules/accounts/pages/useCaptcha.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { PersonTable } from '../PersonTable.tsx'

const fields: FormField[] = [
  { name: 'name', label: '姓名', section: '', kind: 'personName', required: true },
  {
    name: 'idNo',
    label: '身份证号',
    section: '',
    kind: 'residentId',
    required: true,
    hint: '其他证件填写证件号码。号码不会留在网址和记录里',
  },
]

/** Name and number are sent in the body, since URLs are written to logs. */
export default function IdentityForm() {
  const [found, setFound] = useState<Output<ApiContract['POST /cert/query']>['list']>()
  const captcha = useCaptcha()
  const form = useLightForm(async ({ name = '', idNo = '' }) => {
    setFound(undefined)
    setFound((await captcha.send(given => browserApi('POST /cert/query', { name, idNo, ...given }))).list)
    captcha.dismiss()
  })
  return (
    <>
      <LightForm of={form} label="按姓名和身份证号查询" action="查询证书" busy="正在查询…">
        <LightLines fields={fields} errors={form.errors} />
        <CaptchaField captcha={captcha} error={form.errors.captcha} />
      </LightForm>
      <div role="status">
        {found?.length === 0 && (
          <p>没有查到。可能是姓名或号码与登记的不一致，也可能是持证人没有同意公开；可以凭证书编号查验。</p>
        )}
        {found && found.length > 0 && <p>查到 {found.length} 张证书。持证人会看到有人查询过。</p>}
      </div>
      {found && found.length > 0 && <PersonTable rows={found} />}
    </>
  )
}
