import { useSyncExternalStore } from 'react'
import { browserApi } from '#api/browser.ts'
import { endReason, onLoginStatus } from '#api/session.ts'
import { useSignedIn } from '#api/useSignedIn.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { useSignOut } from '#layouts/public/account/useSignOut.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { Link, useLocation, useRouteLoaderData } from '#ui/router/router.tsx'
import type { Route } from './+types/Login'
import { CaptchaField } from './CaptchaField.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { Entrance } from './Entrance.tsx'
import { MemberServices } from './MemberServices.tsx'
import { NameAndPassword } from './NameAndPassword.tsx'
import { useCaptcha } from './useCaptcha.ts'
import { useCompleteSignIn, useSignInTarget } from './useEnter.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '会员登录', hidden: true })

export default function Login() {
  const signedIn = useSignedIn()
  const why = useSyncExternalStore(onLoginStatus, endReason, () => null)
  const { demo } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <Entrance title="会员登录" aside={<MemberServices />}>
      {!signedIn && why && <p className="entry-why">{why}</p>}
      {signedIn ? <AlreadySignedIn /> : <SignIn />}
      {demo && <DemoAccounts />}
    </Entrance>
  )
}

function SignIn() {
  const enter = useCompleteSignIn()
  const { search } = useLocation()
  const { wechat } = useRouteLoaderData<SiteConfig>('root')!
  const captcha = useCaptcha()
  const form = useLightForm(async ({ account = '', password = '' }) => {
    await enter(await captcha.send(given => browserApi('POST /login', { account, password, ...given })))
  })
  return (
    <LightForm
      of={form}
      label="会员登录"
      action="登录"
      busy="正在登录…"
      footer={
        <ul role="list" className="entry-links">
          {wechat && (
            <li>
              <Link to={`/admin/login/wechat${search}`}>微信登录</Link>
            </li>
          )}
          <li>
            <Link to="/admin/login/forgot">忘记密码</Link>
          </li>
          <li>
            <Link to={`/admin/login/register${search}`}>注册账号</Link>
          </li>
          <li>
            <Link to="/admin/login/handover">联系人已离职、手机号已停用？办理联系人变更</Link>
          </li>
        </ul>
      }
    >
      <NameAndPassword label="用户名、手机号或统一社会信用代码" errors={form.errors} />
      <CaptchaField captcha={captcha} error={form.errors.captcha} />
    </LightForm>
  )
}

function AlreadySignedIn() {
  const target = useSignInTarget()
  const signOut = useSignOut()
  return (
    <div className="entry">
      <p>您已经登录。</p>
      <Link className="button primary" to={target}>
        {target === '/admin/user' ? '进入会员中心' : '继续前往'}
      </Link>
      <button type="button" className="button" onClick={signOut}>
        退出，换一个账号
      </button>
    </div>
  )
}
