import { Button, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import '#ui/form/form.css'
import { type Colleague, ColleagueFields } from './ColleagueFields.tsx'
import { EntryLink } from './EntryLink.tsx'
import type { Role } from './roleChoice.ts'

const EMPTY: Colleague & { userName: string } = { userName: '', displayName: '', phone: '', email: '', roles: [] }
const labels: Record<string, string> = {
  userName: '用户名',
  displayName: '姓名',
  phone: '手机号',
  email: '邮箱',
  roles: '角色',
}

type Props = { roles: readonly Role[]; open: boolean; close: () => void; done: () => void }

/** A new account; its owner chooses the password by a link that is good once. */
export function InviteColleague({ roles, open, close, done }: Props) {
  const [values, setValues] = useState(EMPTY)
  const [sent, setSent] = useState<{ link: string | null }>()
  const { submit, busy, error, fields } = useSubmit('POST /staff/colleague/invite')
  const invite = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await submit(values)
    if (!answer) return
    setSent(answer)
    setValues(EMPTY)
    done()
  }
  const leave = () => {
    setSent(undefined)
    close()
  }
  return (
    <Modal title="开通工作人员账号" open={open} onCancel={leave} footer={null} destroyOnHidden>
      {sent ? (
        <EntryLink link={sent.link} close={leave} />
      ) : (
        <form className="form" noValidate onSubmit={invite}>
          <ErrorSummary errors={fields} labelOf={name => labels[name] ?? ''} message={error?.message} alone />
          <Field
            name="userName"
            label="用户名"
            required
            error={fields.userName}
            hint="4 到 20 位字母、数字或下划线，以字母开头；开通后不能修改"
          >
            {described => (
              <Input
                {...described}
                value={values.userName}
                maxLength={20}
                autoComplete="off"
                onChange={event => setValues({ ...values, userName: event.target.value })}
              />
            )}
          </Field>
          <ColleagueFields
            roles={roles}
            values={values}
            onChange={changed => setValues({ ...values, ...changed })}
            errors={fields}
            phoneHint="用来接收设置密码的链接"
          />
          <div className="form-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              开通
            </Button>
            <Button onClick={leave}>取消</Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
