import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { dutyCodes, dutyNames } from '#lib/access/duties.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { ClerkTable } from './ClerkTable.tsx'
import type { Company } from './MyClerks.tsx'

export type Clerk = Company['clerks'][number]
type Props = { company: Company; changed: () => void }

const duties: FormField = {
  name: 'duties',
  label: '可以办理的事项',
  section: '经办人',
  kind: 'choices',
  required: true,
  hint: '“全部事项”包括其他各项；每位经办人都能查看本单位的办理情况',
  options: dutyCodes.map(code => ({ code, name: dutyNames[code] })),
}
const name: FormField = { name: 'name', label: '姓名', section: '经办人', kind: 'text', required: true, max: 30 }
const phone: FormField = {
  name: 'phone',
  label: '手机号',
  section: '经办人',
  kind: 'mobile',
  required: true,
  hint: '对方用这个手机号登录或注册后，在“经办人”中接受；7 天内有效',
}

export function Clerks({ company: { company, ownLogin, mayManage, clerks }, changed }: Props) {
  const [inviting, setInviting] = useState(false)
  const [edited, setEdited] = useState<Clerk>()
  const [problem, setProblem] = useState<string>()
  const act = (done: Promise<unknown>): Promise<void> =>
    done.then(
      () => {
        setProblem(undefined)
        changed()
      },
      error => setProblem(toRefusal(error).message),
    )
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>本单位的经办人</h2>
        {mayManage && (
          <Button type="primary" onClick={() => setInviting(true)}>
            邀请经办人
          </Button>
        )}
      </div>
      <p>
        每位同事用自己的账号办理“{company.name}”的事务，不必共用密码；谁办了什么，操作记录里都有。
        {ownLogin
          ? `单位账号 ${ownLogin.userName} 是负责人。`
          : '本单位账号已移交给负责人，单位原来的用户名不再能登录。'}
        {!mayManage && '邀请、调整和移除由负责人办理。'}
      </p>
      <Problem>{problem}</Problem>
      {clerks.length === 0 ? (
        <p>还没有经办人。</p>
      ) : (
        <ClerkTable clerks={clerks} mayManage={mayManage} edit={setEdited} act={act} />
      )}
      {inviting && (
        <FormDialog
          title="邀请经办人"
          fields={[name, phone, duties]}
          action="发出邀请"
          send={async values => {
            await browserApi('POST /member/clerk/invite', { ...read(values), phone: String(values.phone ?? '') })
            changed()
          }}
          close={() => setInviting(false)}
        />
      )}
      {edited && (
        <FormDialog
          title={`修改经办人：${edited.name}`}
          fields={[name, duties]}
          initial={{ name: edited.name, duties: edited.duties }}
          action="保存"
          send={async values => {
            await browserApi('POST /member/clerk/change', { id: edited.id, version: edited.version, ...read(values) })
            changed()
          }}
          close={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

const read = ({ name: typed, duties: chosen }: FormValues) => ({
  name: String(typed ?? ''),
  duties: dutyCodes.filter(code => Array.isArray(chosen) && chosen.some(one => one === code)),
})
