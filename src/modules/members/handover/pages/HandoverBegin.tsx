import { browserApi } from '#api/browser.ts'
import type { FormField } from '#lib/form/form.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { keepTicket } from './handoverTicket.ts'

const fields: FormField[] = [
  {
    name: 'orgName',
    label: '单位名称',
    section: '',
    kind: 'organisationName',
    required: true,
    autocomplete: 'organization',
  },
  {
    name: 'creditCode',
    label: '统一社会信用代码',
    section: '',
    kind: 'creditCode',
    required: true,
    hint: '18 位，印在营业执照或法人登记证书上',
  },
  { name: 'contactName', label: '新联系人姓名', section: '', kind: 'personName', required: true, autocomplete: 'name' },
  {
    name: 'position',
    label: '职务',
    section: '',
    kind: 'text',
    max: 30,
    required: true,
    autocomplete: 'organization-title',
  },
  {
    name: 'phone',
    label: '新联系人手机号',
    section: '',
    kind: 'mobile',
    required: true,
    hint: '办结后用它登录，须为没有注册过账号的手机号',
    autocomplete: 'tel-national',
  },
]

export function HandoverBegin() {
  const form = useLightForm(
    async ({ orgName = '', creditCode = '', contactName = '', position = '', phone = '', code = '' }) => {
      const given = { orgName, creditCode, contactName, position, phone, code }
      keepTicket((await browserApi('POST /handover/begin', given)).ticket)
    },
  )
  return (
    <LightForm of={form} label="联系人变更" action="下一步：上传变更函" busy="正在提交…">
      <LightLines fields={fields} errors={form.errors} />
      <CodeField scene="handover" of={form} />
    </LightForm>
  )
}
