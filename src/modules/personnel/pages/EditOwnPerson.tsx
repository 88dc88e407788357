import { Button } from 'antd'
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
  const { submit, busy, error, fields } = useSubmit('POST /person/edit')
  const isStated = hasConsent !== (of.consent !== null)
  const save = async (form: Record<string, unknown>) => {
    const given = { id: of.id, version: of.version, form, ...(isStated && { hasConsent }) }
    const saved = await submit(given)
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
        busy={busy}
        error={error}
        faults={fields}
        cancel={cancel}
      >
        {!of.hasAccount && <WrittenConsent given={hasConsent} give={consent} />}
        {error?.code === 409 && !error.fields && <Button onClick={reload}>载入较新的资料（保留我填写的）</Button>}
      </RegisterForm>
    </section>
  )
}
