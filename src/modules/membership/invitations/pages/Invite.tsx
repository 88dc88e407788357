import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { hasToken } from '#api/session.ts'
import { refusalOf } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { actsAtOnce } from '#layouts/waiting.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { MemberServices } from '#modules/accounts/pages/MemberServices.tsx'
import { Link, useLocation, useNavigate } from '#ui/router/router.tsx'
import type { Route } from './+types/Invite'
import { OpenAccount } from './OpenAccount.tsx'
import './invitations.css'

const load = async (api: Api) => ({ documents: await api('GET /document', {}) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const handle = actsAtOnce

export const meta = (args: Route.MetaArgs) => head(args, { name: '开通单位账号', hidden: true })

type Invitation = Output<ApiContract['POST /invitation/open']>

/** Where the link of an invitation leads: the company opens its account, and is its own at once. */
export default function Invite({ loaderData: { documents } }: Route.ComponentProps) {
  const token = useLocation().hash.slice(1)
  const [found, setFound] = useState<Invitation | { fault: string }>()
  useEffect(() => {
    browserApi('POST /invitation/open', { token }).then(setFound, error =>
      setFound({ fault: refusalOf(error).message }),
    )
  }, [token])
  const lead =
    found && 'name' in found ? (
      <>
        协会请<b>{found.name}</b>（{found.creditCode}）开通账号，{longDay(found.expiresOn)}
        前有效。请由单位的联系人办理。
      </>
    ) : (
      '由协会邀请登记在册的单位开通账号'
    )
  return (
    <Entrance title="开通单位账号" lead={lead} aside={<MemberServices />}>
      {found === undefined ? (
        <p role="status">正在核对邀请…</p>
      ) : 'fault' in found ? (
        <div className="entry">
          <p role="alert">{found.fault}</p>
          <p>
            <Link className="button primary" to="/admin/login/login">
              去登录
            </Link>
          </p>
        </div>
      ) : (
        <>
          <TakeIt token={token} />
          <OpenAccount token={token} documents={documents} />
        </>
      )}
    </Entrance>
  )
}

/** For who is signed in: with the account that there is. */
function TakeIt({ token }: { token: string }) {
  const navigate = useNavigate()
  const [signedIn, setSignedIn] = useState(false)
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  useEffect(() => setSignedIn(hasToken()), [])
  const take = () => {
    setState({ busy: true })
    browserApi('POST /invitation/take', { token }).then(
      () => navigate('/admin/user', { replace: true }),
      error => setState({ busy: false, problem: refusalOf(error).message }),
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
