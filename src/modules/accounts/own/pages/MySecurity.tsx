import './mySecurity.css'
import { Button, Input } from 'antd'
import { type FormEvent, useMemo, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import type { SiteConfig } from '#layouts/head.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import type { Route } from './+types/MySecurity'
import { MyCodeField } from './MyCodeField.tsx'
import { MyPassword } from './MyPassword.tsx'
import { MySessions } from './MySessions.tsx'

export { mySecurity as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [account, sessions] = await Promise.all([api('GET /member/account', {}), api('GET /member/session/list', {})])
  return { ...account, sessions }
})

export default function MySecurity({ loaderData }: Route.ComponentProps) {
  const { userName, kindName, phone, email, passwordChangedAt, lastSignedInAt, sessions } = loaderData
  const revalidate = useRevalidate()
  const { wechat } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <>
      <section className="centre-card">
        <h2>账号</h2>
        <Facts
          facts={[
            ['用户名', `${userName}（${kindName}）`],
            ['手机号', phone ?? '未登记'],
            ['邮箱', email ?? '未登记'],
            ['密码修改于', minute(passwordChangedAt)],
            ['最近登录', lastSignedInAt ? minute(lastSignedInAt) : '首次登录'],
          ]}
        />
      </section>
      {wechat && (
        <section className="centre-card">
          <h2>微信</h2>
          <p>绑定微信后，可以扫码登录，也可以在微信里收到消息。</p>
          <Link className="button" to="/admin/user/security/wechat">
            绑定微信
          </Link>
        </section>
      )}
      <MySessions of="member" answer={useLoaded(sessions)} />
      <MyPassword changed={revalidate} />
      <ChangePhone phone={phone} changed={revalidate} />
    </>
  )
}

/** Field names that no other form of the screen uses. */
const labels: Record<string, string> = { oldCode: '原手机验证码', newPhone: '新手机号', newCode: '新手机验证码' }
const EMPTY = { code: '', newPhone: '', newCode: '' }

/** The phone by which one signs in and is reached: a code to the old one, and one to the new. */
function ChangePhone({ phone, changed }: { phone: string | null; changed: () => void }) {
  const [typed, setTyped] = useState(EMPTY)
  const [done, setDone] = useState('')
  const { submit, busy, error, fields } = useSubmit('POST /member/changePhone')
  const errors = useMemo(() => {
    const { code, ...rest } = fields
    return code ? { oldCode: code, ...rest } : rest
  }, [fields])
  const set = (name: keyof typeof EMPTY) => (value: string) => setTyped({ ...typed, [name]: value })
  const change = async (event: FormEvent) => {
    event.preventDefault()
    setDone('')
    const answer = await submit(typed)
    if (!answer) return
    setTyped(EMPTY)
    setDone(`手机号已更换为 ${answer.phone}，其他设备上的登录已退出。`)
    changed()
  }
  return (
    <section className="centre-card">
      <h2>更换手机号</h2>
      <p>现在的手机号：{phone ?? '未登记'}。原手机已停用的，请联系协会办理联系人变更。</p>
      <form className="form" noValidate onSubmit={change}>
        <ErrorSummary errors={errors} labelOf={name => labels[name] ?? ''} message={error?.message} alone />
        <MyCodeField
          name="oldCode"
          label={labels.oldCode!}
          scene="changePhone"
          error={errors.oldCode}
          value={typed.code}
          onChange={set('code')}
        />
        <Field name="newPhone" label={labels.newPhone!} required error={errors.newPhone}>
          {described => (
            <Input
              {...described}
              type="tel"
              autoComplete="tel"
              value={typed.newPhone}
              onChange={event => set('newPhone')(event.target.value)}
            />
          )}
        </Field>
        <MyCodeField
          name="newCode"
          label={labels.newCode!}
          scene="newPhone"
          phone={typed.newPhone}
          value={typed.newCode}
          onChange={set('newCode')}
          error={errors.newCode}
        />
        <div className="form-actions">
          <Button htmlType="submit" loading={busy}>
            更换手机号
          </Button>
          <span role="status">{done}</span>
        </div>
      </form>
    </section>
  )
}
