import './invitations.css'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { hasToken } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { actsAtOnce } from '#layouts/scriptLoading.ts'
import type { Output } from '#lib/contract.ts'
import { Agreement } from '#modules/accounts/pages/Agreement.tsx'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { MemberServices } from '#modules/accounts/pages/MemberServices.tsx'
import { PasscodeForm } from '#modules/accounts/pages/PasscodeForm.tsx'
import { PasswordField } from '#modules/accounts/pages/PasswordField.tsx'
import { phoneField } from '#modules/accounts/pages/phoneField.ts'
import { useCompleteSignIn } from '#modules/accounts/pages/useEnter.ts'
import { Day } from '#ui/Day.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { Link, useLocation, useNavigate } from '#ui/router/router.tsx'
import type { Route } from './+types/Invite'

const load = async (api: Api) => ({ documents: await api('GET /document', {}) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const handle = actsAtOnce

export const meta = (args: Route.MetaArgs) => head(args, { name: '开通单位账号', hidden: true })

type Invitation = Output<ApiContract['POST /invitation/open']>

/** Landing page of an invitation link: the company opens an account and is linked to it at once. */
export default function Invite({ loaderData: { documents } }: Route.ComponentProps) {
  const { hash } = useLocation()
  const [typed, setTyped] = useState('')
  // The server does not see what stands behind `#`, so only the browser knows whether a code has to be typed.
  const [isAsked, setIsAsked] = useState(false)
  const token = typed || hash.slice(1)
  const [found, setFound] = useState<Invitation | { fault: string }>()
  useEffect(() => {
    setIsAsked(!token)
    if (!token) return
    setFound(undefined)
    browserApi('POST /invitation/open', { token }).then(setFound, error =>
      setFound({ fault: toRefusal(error).message }),
    )
  }, [token])
  const lead =
    found && 'name' in found ? (
      <>
        协会请<b>{found.name}</b>（{found.creditCode}）开通账号，
        <Day of={found.expiresOn} />
        前有效。请由单位的联系人办理。
      </>
    ) : (
      '由协会邀请登记在册的单位开通账号'
    )
  return (
    <Entrance title="开通单位账号" lead={lead} aside={<MemberServices />}>
      {isAsked ? (
        <PasscodeForm label="邀请码" from="短信或邀请信" typed={setTyped} />
      ) : found === undefined ? (
        <p role="status">正在核对邀请…</p>
      ) : 'fault' in found ? (
        <div className="entry">
          <p role="alert">{found.fault}</p>
          <PasscodeForm label="邀请码" from="短信或邀请信" typed={setTyped} />
          <p>
            <Link className="button primary" to="/admin/login/login">
              去登录
            </Link>
          </p>
        </div>
      ) : (
        <>
          <AcceptWithAccount token={token} />
          <OpenAccount token={token} documents={documents} />
        </>
      )}
    </Entrance>
  )
}

/** Accepts the invitation with the account that is signed in. */
function AcceptWithAccount({ token }: { token: string }) {
  const navigate = useNavigate()
  const [signedIn, setSignedIn] = useState(false)
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  useEffect(() => setSignedIn(hasToken()), [])
  const take = () => {
    setState({ busy: true })
    browserApi('POST /invitation/take', { token }).then(
      () => navigate('/admin/user', { replace: true }),
      error => setState({ busy: false, problem: toRefusal(error).message }),
    )
  }
  return (
    <p className="invite-known">
      {signedIn ? (
        <button type="button" className="button" aria-disabled={state.busy} onClick={take}>
          用已登录的账号接受
        </button>
      ) : (
        <>
          已注册过账号、还没有登记单位的，请先<Link to="/admin/login/login">登录</Link>，再打开这个链接。
        </>
      )}
      {state.problem && <span role="alert">{state.problem}</span>}
    </p>
  )
}

type Props = { token: string; documents: Output<ApiContract['GET /document']> }

/** Form for the credentials of the new account; the link already identifies the company. */
function OpenAccount({ token, documents }: Props) {
  const enter = useCompleteSignIn()
  const form = useLightForm(async typed => {
    const agree = documents
      .filter(({ document }) => typed[document] === 'on')
      .map(({ document, version }) => ({ document, version }))
    const { userName = '', phone = '', code = '', password = '' } = typed
    await enter(await browserApi('POST /invitation/accept', { token, userName, phone, code, password, agree }))
  })
  const { errors } = form
  return (
    <LightForm of={form} label="开通单位账号" action="开通账号" busy="正在开通…">
      <LightInput
        name="userName"
        label="用户名"
        hint="4 到 20 位字母、数字或下划线，以字母开头"
        error={errors.userName}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
      />
      <PasswordField
        name="password"
        label="密码"
        hint="至少 8 个字符，任何字符都可以；一句好记的话比复杂的短密码更安全"
        error={errors.password}
        autoComplete="new-password"
      />
      <LightLines fields={[phone]} errors={errors} />
      <CodeField scene="register" of={form} />
      <Agreement documents={documents} error={errors.agree} />
    </LightForm>
  )
}

const phone = { ...phoneField('用于接收验证码和办理进度通知'), label: '联系人手机号' }
