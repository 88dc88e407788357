import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import '#ui/form/form.css'
import { ColleagueFields } from './ColleagueFields.tsx'
import type { Role } from './roleChoice.ts'
import type { ColleagueDetail } from './StaffColleague.tsx'

const labels: Record<string, string> = { displayName: '姓名', phone: '手机号', email: '邮箱', roles: '角色' }

type Props = { of: ColleagueDetail; roles: readonly Role[]; changed: () => void }

/** Name, contact and roles; what changes counts from the next call of that person on. */
export function EditColleague({ of, roles, changed }: Props) {
  const [values, setValues] = useState({
    displayName: of.displayName,
    phone: '',
    email: of.email ?? '',
    roles: of.roles,
  })
  const { submit, busy, error, fields } = useSubmit('POST /staff/colleague/save')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit({ id: of.id, version: of.version, ...values })) changed()
  }
  return (
    <section className="desk-card">
      <h2>修改资料与角色</h2>
      <form className="form" noValidate onSubmit={save}>
        <ErrorSummary errors={fields} labelOf={name => labels[name] ?? ''} message={error?.message} alone />
        <ColleagueFields
          roles={roles}
          values={values}
          onChange={setValues}
          errors={fields}
          phoneHint={of.phone ? `现为 ${of.phone}，不修改请留空` : undefined}
        />
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            保存
          </Button>
        </div>
      </form>
    </section>
  )
}
