import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useMember } from '#layouts/member/member.ts'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import type { OwnPerson } from './PersonFile.tsx'
import { WrittenConsent } from './WrittenConsent.tsx'

type Props = { of: OwnPerson; done: () => void; cancel: () => void; reload: () => void }

export function EditOwnPerson({ of, done, cancel, reload }: Props) {
  const { id } = useMember()
  const [hasConsent, consent] = useState(of.consent !== null)
  const sending = useSubmit('POST /person/edit')
  const isStated = hasConsent !== (of.consent !== null)
  const save = async (form: Record<string, unknown>) => {
    const given = { id: of.id, version: of.version, form, ...(isStated && { hasConsent }) }
    const saved = await sending.submit(given)
    if (saved) {
      announce('资料已保存')
      done()
    }
    return saved !== undefined
  }
  return (
    <section className="centre-card">
      <h2>修改资料：{of.name}</h2>
      <p>
        姓名和证件有误的，请与协会联系更正。
        {of.hasAccount && '本人有账号，联系方式等由本人维护，这里只修改职称和职务。'}
      </p>
      <RegisterForm
        name={`${id}-person-${of.id}`}
        fields={of.fields}
        form={of.form}
        masked={of.masked}
        isChanged={isStated}
        save={save}
        sending={sending}
        reload={reload}
        cancel={cancel}
      >
        {!of.hasAccount && <WrittenConsent given={hasConsent} give={consent} />}
      </RegisterForm>
    </section>
  )
}
