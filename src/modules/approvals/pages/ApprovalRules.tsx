import { Button } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { SecondPersonRule } from '#lib/access/secondPerson.ts'
import { AWAITING } from '#lib/error.ts'
import { States } from '#ui/States.tsx'

/** For what the association wants a second person. */
export function ApprovalRules() {
  const answer = useApi('GET /staff/approval/rules', {})
  const saving = useSubmit('POST /staff/approval/rules')
  const [chosen, setChosen] = useState<SecondPersonRule[]>()
  const rules = answer.data ?? []
  const on = chosen ?? rules.filter(({ isOn }) => isOn).map(({ code }) => code)
  const save = async () => {
    if (!(await saving.submit({ rules: on }))) return
    announce('双人复核的设置已保存')
    answer.reload()
  }
  return (
    <section className="desk-card">
      <h2>哪些操作须双人复核</h2>
      <p>开启以后，一位同事提出，须有同样权限的另一位同事核对并同意才生效；7 天内没有人同意的作废。</p>
      <States answer={answer}>
        {() => (
          <div className="approval-rules">
            {rules.map(({ code, name, people }) => (
              <label key={code}>
                <input
                  type="checkbox"
                  checked={on.includes(code)}
                  onChange={({ target }) => setChosen(target.checked ? [...on, code] : on.filter(one => one !== code))}
                />{' '}
                {name}（现有 {people} 位同事可以办理）
              </label>
            ))}
          </div>
        )}
      </States>
      {saving.error && <p role={saving.error.code === AWAITING ? 'status' : 'alert'}>{saving.error.message}</p>}
      <Button type="primary" loading={saving.busy} disabled={!answer.data} onClick={() => void save()}>
        保存
      </Button>
    </section>
  )
}
