import { useState } from 'react'
import { useNavigate, useRouteLoaderData, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { Message } from '#layouts/public/Message.tsx'
import { DEMO_PASSWORD, demoAccountList } from '#modules/accounts/demoAccounts.ts'
import { CaptchaField } from '#modules/accounts/pages/CaptchaField.tsx'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { NameAndPassword } from '#modules/accounts/pages/NameAndPassword.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useCaptcha } from '#modules/accounts/pages/useCaptcha.ts'
import { problemOf, useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import { targetOf } from '#modules/accounts/target.ts'
import type { Route } from './+types/StaffLogin'

export const meta = (args: Route.MetaArgs) => head(args, { name: '工作人员登录', hidden: true })

/** The entrance of the back office: the password, then the code of the second factor where there is one. */
export default function StaffLogin() {
  const { association, demo } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <main id="main" tabIndex={-1}>
      <Entrance title="工作人员登录" lead={`${association.name}工作后台`}>
        <SignIn />
        {demo && <DemoStaff />}
      </Entrance>
      <Message />
    </main>
  )
}

function SignIn() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const captcha = useCaptcha()
  const [wantsCode, setWantsCode] = useState(false)
  const { submit, busy, problem, errorOf } = useSubmit(async ({ account = '', password = '', code }) => {
    try {
      const { next } = await browserApi('POST /staff/login', { account, password, code, ...captcha.given })
      if (next === 'code') setWantsCode(true)
      else await navigate(targetOf(query.get('dir'), '/staff') ?? '/staff', { replace: true })
    } catch (error) {
      await captcha.askIfWanted(problemOf(error).fields)
      throw error
    }
  })
  return (
    <form className="entry" method="post" onSubmit={submit} noValidate aria-label="工作人员登录">
      <ErrorSummary problem={problem} />
      <NameAndPassword label="用户名或手机号" errorOf={errorOf} />
      {wantsCode && (
        <Field
          name="code"
          label="动态验证码"
          hint="验证器应用上的六位数字；手机不在身边时，可用一个备用码"
          error={errorOf('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          autoFocus
          required
        />
      )}
      <CaptchaField captcha={captcha} error={errorOf('captcha')} />
      <SubmitButton busy={busy} label={wantsCode ? '验证并登录' : '登录'} busyLabel="正在登录…" />
    </form>
  )
}

const DemoStaff = () => (
  <p className="demo-accounts">
    演示站点：可用{' '}
    {demoAccountList
      .filter(({ kind }) => kind === 'staff')
      .map(({ userName }) => userName)
      .join('、')}{' '}
    登录，密码均为 <code>{DEMO_PASSWORD}</code>
  </p>
)
