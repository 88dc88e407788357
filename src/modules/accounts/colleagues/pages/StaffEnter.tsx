import { useEffect, useState } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { PasscodeForm } from '#modules/accounts/pages/PasscodeForm.tsx'
import { PasswordField } from '#modules/accounts/pages/PasswordField.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import type { Route } from './+types/StaffEnter'

export const meta = (args: Route.MetaArgs) => head(args, { name: '设置密码', hidden: true })

type Entry = Output<ApiContract['POST /staff/entry/check']>

/** Landing page of a single-use link: the owner of the account sets a password that nobody else knows. */
export default function StaffEnter() {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const { hash } = useLocation()
  const [typed, setTyped] = useState('')
  // The server does not see what stands behind `#`, so only the browser knows whether a code has to be typed.
  const [isAsked, setIsAsked] = useState(false)
  const token = typed || hash.slice(1)
  const [entry, setEntry] = useState<Entry | { fault: string }>()
  const [done, setDone] = useState('')
  useEffect(() => {
    setIsAsked(!token)
    if (!token) return
    setEntry(undefined)
    browserApi('POST /staff/entry/check', { token }).then(setEntry, error =>
      setEntry({ fault: toRefusal(error).message }),
    )
  }, [token])
  return (
    <main id="main" tabIndex={-1}>
      <Entrance
        title={entry && 'purpose' in entry && entry.purpose === 'first' ? '设立管理员' : '设置密码'}
        lead={`${association.name}工作后台`}
      >
        {done ? (
          <div className="entry">
            <p role="status">密码已设置，请用用户名 {done} 登录。</p>
            <Link className="button primary" to="/staff/login">
              去登录
            </Link>
          </div>
        ) : isAsked || (entry && 'fault' in entry) ? (
          <>
            {entry && 'fault' in entry && <p role="alert">{entry.fault}</p>}
            <PasscodeForm label="口令" from="短信" typed={setTyped} />
          </>
        ) : entry === undefined ? (
          <p role="status">正在核对链接…</p>
        ) : 'fault' in entry ? null : (
          <ChoosePassword entry={entry} token={token} done={setDone} />
        )}
      </Entrance>
    </main>
  )
}

function ChoosePassword({ entry, token, done }: { entry: Entry; token: string; done: (userName: string) => void }) {
  const form = useLightForm(async ({ newPwd = '', confirmPwd = '', ...names }) => {
    const { userName } = await browserApi('POST /staff/entry/use', { token, newPwd, confirmPwd, ...names })
    done(userName)
  })
  return (
    <LightForm of={form} label="设置密码" action="设置密码" busy="正在设置…">
      {entry.userName === null ? (
        <>
          <LightInput
            name="userName"
            label="用户名"
            hint="4 到 20 位字母、数字或下划线，以字母开头"
            error={form.errors.userName}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            required
          />
          <LightInput
            name="displayName"
            label="姓名"
            error={form.errors.displayName}
            autoComplete="name"
            maxLength={60}
            required
          />
        </>
      ) : (
        <p>
          {entry.displayName}，您的用户名是 <b>{entry.userName}</b>。
        </p>
      )}
      <PasswordField
        name="newPwd"
        label="密码"
        hint="至少 8 个字符，可以是一句好记的话"
        error={form.errors.newPwd}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmPwd"
        label="再输入一次密码"
        error={form.errors.confirmPwd}
        autoComplete="new-password"
      />
    </LightForm>
  )
}
