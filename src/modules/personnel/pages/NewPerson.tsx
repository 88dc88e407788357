import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { registerPersonFields } from '#modules/members/registerForm.ts'

/** A person who is not in the register yet; one who is, is told. */
export function NewPerson() {
  const navigate = useNavigate()
  const [organisationId, employ] = useState<number | null>(null)
  const sending = useSubmit('POST /staff/person/add')
  const save = async (form: Record<string, unknown>) => {
    const done = await sending.submit({ form, organisationId })
    if (done) navigate(`/staff/persons/${done.id}`)
    return done !== undefined
  }
  const known = sending.error?.code === 409 ? sending.error.message.match(/“(.+)”/)?.[1] : undefined
  return (
    <section className="desk-card">
      <h2>新增人员</h2>
      <p>姓名、证件和地区必填，其余可以以后补充。</p>
      <RegisterForm
        name="new-person"
        fields={registerPersonFields}
        save={save}
        sending={sending}
        cancel={() => navigate('/staff/persons')}
      >
        <HolderPicker
          kind="organisation"
          name="organisationId"
          label="在册的工作单位"
          hint="选择后，这个人列入该单位的档案"
          value={organisationId}
          onChange={employ}
          error={sending.fields.organisationId}
        />
        {known && (
          <p>
            <Link to={`/staff/persons?key=${encodeURIComponent(known)}`}>在列表中找到这个人</Link>
          </p>
        )}
      </RegisterForm>
    </section>
  )
}
