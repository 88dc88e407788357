import { useEffect, useState } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { PasswordField } from '#modules/accounts/pages/PasswordField.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { problemOf, useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import type { Route } from './+types/StaffEnter'

export const meta = (args: Route.MetaArgs) => head(args, { name: '设置密码', hidden: true })

type Entry = Output<ApiContract['POST /staff/entry/check']>

/** Where a link that is good once leads: its owner chooses a password, and nobody else ever knows it. */
export default function StaffEnter() {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const token = useLocation().hash.slice(1)
  const [entry, setEntry] = useState<Entry | { fault: string }>()
  const [done, setDone] = useState('')
  useEffect(() => {
    browserApi('POST /staff/entry/check', { token }).then(setEntry, error =>
      setEntry({ fault: problemOf(error).message }),
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
        ) : entry === undefined ? (
          <p role="status">正在核对链接…</p>
        ) : 'fault' in entry ? (
          <p role="alert">{entry.fault}</p>
        ) : (
          <Choose entry={entry} token={token} done={setDone} />
        )}
      </Entrance>
    </main>
  )
}

function Choose({ entry, token, done }: { entry: Entry; token: string; done: (userName: string) => void }) {
  const { submit, busy, problem, errorOf } = useSubmit(async ({ newPwd = '', confirmPwd = '', ...names }) => {
    const { userName } = await browserApi('POST /staff/entry/use', { token, newPwd, confirmPwd, ...names })
    done(userName)
  })
  return (
    <form className="entry" method="post" onSubmit={submit} noValidate aria-label="设置密码">
      <ErrorSummary problem={problem} />
      {entry.userName === null ? (
        <>
          <Field
            name="userName"
            label="用户名"
            hint="4 到 20 位字母、数字或下划线，以字母开头"
            error={errorOf('userName')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            required
          />
          <Field
            name="displayName"
            label="姓名"
            error={errorOf('displayName')}
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
        error={errorOf('newPwd')}
        autoComplete="new-password"
        maxLength={200}
        required
      />
      <PasswordField
        name="confirmPwd"
        label="再输入一次密码"
        error={errorOf('confirmPwd')}
        autoComplete="new-password"
        maxLength={200}
        required
      />
      <SubmitButton busy={busy} label="设置密码" busyLabel="正在设置…" />
    </form>
  )
}
