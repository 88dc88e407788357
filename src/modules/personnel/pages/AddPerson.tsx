import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useMember } from '#layouts/member/member.ts'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { addFields } from '../peopleForm.ts'
import { WrittenConsent } from './WrittenConsent.tsx'

const LIST = '/admin/user/persons'

/** One of the company's people whom the association does not know yet; who is known is taken over. */
export function AddPerson() {
  const { id } = useMember()
  const navigate = useNavigate()
  const [hasConsent, consent] = useState(false)
  const sending = useSubmit('POST /person/add')
  const save = async (form: Record<string, unknown>) => {
    const added = await sending.submit({ form, hasConsent })
    if (added) {
      announce(`${form.name} 已登记为本单位人员`)
      navigate(`${LIST}/${added.id}`)
    }
    return added !== undefined
  }
  return (
    <section className="centre-card">
      <h2>新增人员</h2>
      <p>
        姓名、证件和地区必填，其余可以以后补充。已在协会登记过的人员，请用<Link to="?takeover=1">人员转入</Link>。
      </p>
      <RegisterForm
        name={`${id}-person`}
        fields={addFields}
        save={save}
        sending={sending}
        cancel={() => navigate(LIST)}
      >
        <WrittenConsent given={hasConsent} give={consent} />
      </RegisterForm>
    </section>
  )
}
