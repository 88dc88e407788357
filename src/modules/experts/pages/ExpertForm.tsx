import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { expertFields } from '../expertForm.ts'
import type { ExpertFile } from './StaffExpert.tsx'

type Props = { of?: ExpertFile; done: (id: number) => void; cancel: () => void; reload?: () => void }

/** A new expert, or what is known of one; ties to organisations with it. */
export function ExpertForm({ of, done, cancel, reload }: Props) {
  const [personId, know] = useState(of?.person?.id ?? null)
  const sending = useSubmit('POST /staff/expert/save')
  const save = async (form: Record<string, unknown>) => {
    const saved = await sending.submit({ ...(of && { id: of.id, version: of.version }), form, personId })
    if (saved) done(saved.id)
    return saved !== undefined
  }
  return (
    <section className="desk-card">
      <h2>{of ? `修改资料：${of.name}` : '新增专家'}</h2>
      <RegisterForm
        name={of ? `expert-${of.id}` : 'new-expert'}
        fields={expertFields}
        form={of?.form}
        masked={of?.masked}
        isChanged={of && personId !== (of.person?.id ?? null)}
        save={save}
        sending={sending}
        reload={reload}
        cancel={cancel}
      >
        <HolderPicker
          kind="person"
          name="personId"
          label="人员登记中的同一个人"
          hint="选定后，登记的工作单位也参加回避核对"
          value={personId}
          onChange={know}
          error={sending.fields.personId}
        />
      </RegisterForm>
    </section>
  )
}
