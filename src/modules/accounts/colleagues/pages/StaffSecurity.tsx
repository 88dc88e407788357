import '#ui/form/form.css'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { SiteConfig } from '#layouts/head.ts'
import { useStaff } from '#layouts/staff/staff.ts'
import { typedKeys } from '#lib/keys.ts'
import { provinceName } from '#lib/provinces.ts'
import { MySessions } from '#modules/accounts/own/pages/MySessions.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { MyDeputies } from '../../deputies/pages/MyDeputies.tsx'
import { StaffTotp } from './StaffTotp.tsx'

export { staffSecurity as handle } from '#modules/accounts/pages/screens.ts'

/** The own account: the second factor, the password, and where one is signed in. */
export default function StaffSecurity() {
  const { userName, displayName, roleNames, limited, mustEnrol } = useStaff()
  const config = useRouteLoaderData<SiteConfig>('root')
  const limits = limited.flatMap(permission => permission.limits)
  const provinces = new Set(limits.flatMap(limit => limit.provinces ?? []).map(provinceName))
  const kinds = new Set(limits.flatMap(({ kindNames }) => kindNames ?? []))
  return (
    <>
      <section className="desk-card">
        <h2>
          {displayName}（{userName}）
        </h2>
        <p>
          角色：{roleNames.join('、') || '无'}
          {provinces.size > 0 && `。部分权限限于${[...provinces].join('、')}`}
          {kinds.size > 0 && `。部分权限只限于${[...kinds].join('；')}`}
          {limits.some(limit => limit.provinces?.length === 0) &&
            '。部分权限所限的分支机构现在没有服务的地区，看不到任何记录'}
          {mustEnrol && '。请先启用两步验证，然后才能使用其他功能。'}
        </p>
      </section>
      <StaffTotp />
      {!mustEnrol && (
        <>
          <MyDeputies />
          <Sessions />
          {config?.wechat && (
            <section className="desk-card">
              <h2>微信</h2>
              <p>绑定微信后，待办消息发到微信，可以凭动态验证码在手机上办理。</p>
              <Link to="/staff/security/wechat">绑定微信</Link>
            </section>
          )}
          <StaffPassword />
        </>
      )}
    </>
  )
}

const Sessions = () => <MySessions of="staff" answer={useApi('GET /staff/session/list', {})} />

const labels = { oldPwd: '原密码', newPwd: '新密码', confirmPwd: '再输入一次新密码' } as const
type Name = keyof typeof labels
const EMPTY: Record<Name, string> = { oldPwd: '', newPwd: '', confirmPwd: '' }

function StaffPassword() {
  const [typed, setTyped] = useState(EMPTY)
  const [done, setDone] = useState(false)
  const { submit, busy, error, fields } = useSubmit('POST /staff/password/change')
  const change = async (event: FormEvent) => {
    event.preventDefault()
    setDone(false)
    if (!(await submit(typed))) return
    setTyped(EMPTY)
    setDone(true)
  }
  return (
    <section className="desk-card">
      <h2>修改密码</h2>
      <form className="form" noValidate onSubmit={change}>
        <ErrorSummary errors={fields} labelOf={name => labels[name as Name] ?? ''} message={error?.message} alone />
        {typedKeys(labels).map(name => (
          <Field
            key={name}
            name={name}
            label={labels[name]}
            required
            error={fields[name]}
            hint={name === 'newPwd' ? '至少 8 个字符，可以是一句好记的话' : undefined}
          >
            {described => (
              <Input.Password
                {...described}
                autoComplete={name === 'oldPwd' ? 'current-password' : 'new-password'}
                value={typed[name]}
                maxLength={200}
                onChange={event => setTyped({ ...typed, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <div className="form-actions">
          <Button htmlType="submit" loading={busy}>
            修改密码
          </Button>
          <span role="status">{done && '密码已修改，其他设备上的登录已退出。'}</span>
        </div>
      </form>
    </section>
  )
}
