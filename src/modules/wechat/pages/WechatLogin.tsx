import { useCallback, useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal, useSubmit } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { useCompleteSignIn } from '#modules/accounts/pages/useEnter.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { Link, useLocation, useNavigate, useSearchParams } from '#ui/router/router.tsx'
import type { Route } from './+types/WechatLogin'
import { AccountChoice } from './AccountChoice.tsx'
import { Code } from './Code.tsx'
import { isInsideWechat } from './isInsideWechat.ts'
import { type Begun, useTicketPolling } from './useTicketPolling.ts'

export { actsAtOnce as handle } from '#layouts/scriptLoading.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '微信登录', hidden: true })

const LEAD = '用已绑定账号的微信扫码，在手机上核对并确认。二维码 2 分钟内有效，不要发给别人。'

/** Inside WeChat one tap; elsewhere a code to be scanned by a WeChat that belongs to an account. */
export default function WechatLogin() {
  const { search } = useLocation()
  // Known in the browser alone: the page is the same for everybody.
  const [inside, setInside] = useState<boolean>()
  useEffect(() => setInside(isInsideWechat()), [])
  return (
    <Entrance title="微信登录" lead={inside ? undefined : LEAD}>
      <div className="entry">
        {inside === undefined ? <p role="status">正在准备…</p> : inside ? <InsideSignIn /> : <ByCode />}
        <ul role="list" className="entry-links">
          <li>
            <Link to={`/admin/login/login${search}`}>用密码登录</Link>
          </li>
        </ul>
      </div>
    </Entrance>
  )
}

function ByCode() {
  const enter = useCompleteSignIn()
  const { submit, busy, error } = useSubmit('POST /wechat/signIn/start')
  const [begun, setBegun] = useState<Begun>()
  const begin = useCallback(async () => {
    const made = await submit({})
    if (made) setBegun(made)
  }, [submit])
  useEffect(() => void begin(), [begin])
  const state = useTicketPolling(begun, async secret => {
    const { state, session } = await browserApi('POST /wechat/signIn/poll', { secret })
    if (session) await enter(session)
    return state
  })
  return (
    <>
      {error && (
        <p className="field-error" role="alert">
          {error.message}
        </p>
      )}
      {begun ? (
        <Code begun={begun} state={state} again={() => void begin()} busy={busy} />
      ) : (
        <p role="status">{busy ? '正在取二维码…' : ''}</p>
      )}
      {error && !begun && (
        <button type="button" className="button" aria-disabled={busy} onClick={() => void begin()}>
          再取一次二维码
        </button>
      )}
    </>
  )
}

/** Session storage key of an attempt that this browser began. */
const ATTEMPT_KEY = 'wechat-inside'
type StoredAttempt = { secret: string; search: string }
type Back = { secret: string; state: string }
type Accounts = Output<ApiContract['POST /wechat/inside/finish']>['accounts']

/** Sign-in with one tap: WeChat identifies the user and redirects back here. */
function InsideSignIn() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const enter = useCompleteSignIn()
  const { submit, busy, error } = useSubmit('POST /wechat/inside/start')
  const [back, setBack] = useState<Back>()
  const [accounts, setAccounts] = useState<Accounts>([])
  const [refused, setRefused] = useState<string>()
  const [code, state] = [query.get('code'), query.get('state')]
  const begin = async () => {
    const begun = await submit({})
    if (!begun) return
    sessionStorage.setItem(
      ATTEMPT_KEY,
      JSON.stringify({ secret: begun.secret, search: location.search } satisfies StoredAttempt),
    )
    location.assign(begun.url)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    const kept = read()
    if (!code || !state || !kept) return
    sessionStorage.removeItem(ATTEMPT_KEY)
    // Replaces WeChat's query parameters with the original ones.
    void navigate({ search: kept.search }, { replace: true })
    setBack({ secret: kept.secret, state })
    browserApi('POST /wechat/inside/finish', { secret: kept.secret, state, code }).then(
      ({ session, accounts }) => (session ? enter(session) : setAccounts(accounts)),
      thrown => setRefused(toRefusal(thrown).message),
    )
  }, [code, state])
  if (back && accounts.length > 0) return <Choosing back={back} accounts={accounts} />
  return (
    <>
      {(refused ?? error) && (
        <p className="field-error" role="alert">
          {refused ?? error?.message}
        </p>
      )}
      <button type="button" className="button primary" aria-disabled={busy} onClick={() => void begin()}>
        {busy ? '正在打开微信授权…' : '微信一键登录'}
      </button>
    </>
  )
}

function read(): StoredAttempt | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(ATTEMPT_KEY) ?? '') as StoredAttempt
  } catch {
    return undefined
  }
}

function Choosing({ back, accounts }: { back: Back; accounts: Accounts }) {
  const enter = useCompleteSignIn()
  const form = useLightForm(async ({ account }) => {
    const { session } = await browserApi('POST /wechat/inside/finish', { ...back, accountId: Number(account) })
    if (session) await enter(session)
  })
  return (
    <LightForm of={form} label="选择账号" action="登录" busy="正在登录…">
      <AccountChoice accounts={accounts} />
    </LightForm>
  )
}
