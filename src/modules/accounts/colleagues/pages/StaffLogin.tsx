import { useState } from 'react'
import { useNavigate, useRouteLoaderData, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { clearMessage } from '#api/session.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { Message } from '#layouts/public/Message.tsx'
import { CaptchaField } from '#modules/accounts/pages/CaptchaField.tsx'
import { DemoAccounts } from '#modules/accounts/pages/DemoAccounts.tsx'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { NameAndPassword } from '#modules/accounts/pages/NameAndPassword.tsx'
import { useCaptcha } from '#modules/accounts/pages/useCaptcha.ts'
import { targetOf } from '#modules/accounts/target.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import type { Route } from './+types/StaffLogin'

export const meta = (args: Route.MetaArgs) => head(args, { name: '工作人员登录', hidden: true })

/** The entrance of the back office: the password, then the code of the second factor where there is one. */
export default function StaffLogin() {
  const { association, demo } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <main id="main" tabIndex={-1}>
      <Entrance title="工作人员登录" lead={`${association.name}工作后台`}>
        <SignIn />
        {demo && <DemoAccounts staff />}
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
  const form = useLightForm(async ({ account = '', password = '', code }) => {
    const { next } = await captcha.send(given => browserApi('POST /staff/login', { account, password, code, ...given }))
    if (next === 'code') return setWantsCode(true)
    // Dismisses the message that a sign-in is needed, which this sign-in has answered.
    clearMessage()
    await navigate(targetOf(query.get('dir'), '/staff') ?? '/staff', { replace: true })
  })
  return (
    <LightForm of={form} label="工作人员登录" action={wantsCode ? '验证并登录' : '登录'} busy="正在登录…">
      <NameAndPassword label="用户名或手机号" errors={form.errors} />
      {wantsCode && (
        <LightInput
          name="code"
          label="动态验证码"
          hint="验证器应用上的六位数字；手机不在身边时，可用一个备用码"
          error={form.errors.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          autoFocus
          required
        />
      )}
      <CaptchaField captcha={captcha} error={form.errors.captcha} />
    </LightForm>
  )
}
