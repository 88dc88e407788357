import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { FormField } from '#lib/form/form.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { phoneField } from '#modules/accounts/pages/phoneField.ts'
import { Field } from '#ui/form/Field.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { REASON } from '../objection.ts'
import { ObjectionEvidence } from './ObjectionEvidence.tsx'
import { keepReceipt, type Receipt, readReceipt } from './objectionTicket.ts'

type Props = { noticeId: number; done: () => void }

/** Who objects says who they are, proves their phone, and why; then come the papers, if there are any. */
export function ObjectionForm({ noticeId, done }: Props) {
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  // What the browser remembers is not in the page that the server made.
  useEffect(() => setReceipt(readReceipt(noticeId)), [noticeId])
  const form = useLightForm(async ({ name = '', phone = '', code = '', idNumber = '', reason = '' }) => {
    const given = { noticeId, name, phone, code, idNumber, reason }
    const kept = await browserApi('POST /app/publicity/notice/objection', given)
    keepReceipt(noticeId, kept)
    setReceipt(kept)
    done()
  })
  if (receipt) return <ObjectionEvidence receipt={receipt} />
  return (
    <LightForm of={form} label="提出异议" action="提交异议" busy="正在提交…">
      <p>异议须实名提出，协会为您保密，只公布核查结果。提交后公示暂停计时，直到核查结束。</p>
      <LightLines fields={who} errors={form.errors} />
      <Field name="reason" label="事实和理由" hint={REASON_HINT} error={form.errors.reason} required marks="optional">
        {described => (
          <textarea {...described} name="reason" className="light-control" rows={8} maxLength={REASON.max * 2} />
        )}
      </Field>
      <LightLines fields={[phone]} errors={form.errors} />
      <CodeField scene="objection" of={form} />
    </LightForm>
  )
}

const who: FormField[] = [
  { name: 'name', label: '您的姓名', section: '', kind: 'personName', required: true, autocomplete: 'name' },
  { name: 'idNumber', label: '身份证号码', section: '', kind: 'residentId' },
]
const REASON_HINT = `写明时间、地点、经过和依据，${REASON.min} 到 ${REASON.max} 个字；证明材料可在提交后上传`
const phone = phoneField('用于核实情况和告知结果')
