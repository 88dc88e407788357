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
  // Goes with any other: the server adds it.
  const goesAlong = (code: SecondPersonRule) => code === 'roles' && on.some(one => one !== 'roles')
  const save = async () => {
    if (!(await saving.submit({ rules: on }))) return
    announce('双人复核的设置已保存')
    answer.reload()
  }
  return (
    <section className="desk-card">
      <h2>哪些操作须双人复核</h2>
      <p>
        开启以后，一位同事提出，须有同样权限的另一位同事核对并同意才生效；7
        天内没有人同意的作废。复核只凭本人角色的权限，代理得来的不算；14
        天内互相开通、重设或改动过账号的两位同事，不能互相复核。
      </p>
      <p>开启任何一项，“修改角色、分支机构、代理与同事的账号”随之开启：否则一个人就能开通第二个账号，自己同意自己。</p>
      <States answer={answer}>
        {() => (
          <div className="approval-rules">
            {rules.map(({ code, name, people, note }) => (
              <label key={code}>
                <input
                  type="checkbox"
                  checked={on.includes(code) || goesAlong(code)}
                  disabled={goesAlong(code)}
                  onChange={({ target }) => setChosen(target.checked ? [...on, code] : on.filter(one => one !== code))}
                />{' '}
                {name}（现有 {people} 位同事可以办理）
                {goesAlong(code) && '。随其他各项开启，不能单独关闭'}
                {note && <span className="approval-note">{note}</span>}
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
