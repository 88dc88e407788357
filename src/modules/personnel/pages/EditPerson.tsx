import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { HeldCertificates } from './HeldCertificates.tsx'
import type { PersonFile } from './StaffPerson.tsx'

/** Whom the person has left, and what stands on that one's people. */
export type Left = Output<ApiContract['POST /staff/person/edit']>['left']
type Props = { of: PersonFile; done: (left: Left) => void; cancel: () => void; reload: () => void }

export function EditPerson({ of, done, cancel, reload }: Props) {
  const [organisationId, employ] = useState(of.organisationId)
  const sending = useSubmit('POST /staff/person/edit')
  const leaves = of.organisationId !== null && organisationId !== of.organisationId
  const save = async (form: Record<string, unknown>) => {
    const saved = await sending.submit({ id: of.id, version: of.version, form, organisationId })
    if (saved) done(saved.left)
    return saved !== undefined
  }
  return (
    <section className="desk-card">
      <h2>修改资料：{of.name}</h2>
      <RegisterForm
        name={`person-${of.id}`}
        fields={of.fields}
        form={of.form}
        masked={of.masked}
        isChanged={organisationId !== of.organisationId}
        save={save}
        sending={sending}
        reload={reload}
        cancel={cancel}
      >
        <HolderPicker
          kind="organisation"
          name="organisationId"
          label="在册的工作单位"
          hint="清空表示已离开"
          value={organisationId}
          onChange={employ}
          error={sending.fields.organisationId}
        />
        {leaves && of.relying.length > 0 && (
          <div role="status">
            {of.ifLeft.length > 0 && (
              <ul className="field-error">
                {of.ifLeft.map(sentence => (
                  <li key={sentence}>{sentence}。</li>
                ))}
              </ul>
            )}
            <p>保存后此人离开 {of.employerName}，该单位持有下列资质证书，请核对其持证人员是否仍然足够：</p>
            <HeldCertificates caption={`${of.employerName}的资质证书`} rows={of.relying} empty="" />
          </div>
        )}
      </RegisterForm>
    </section>
  )
}
