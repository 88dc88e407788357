import { lazy, Suspense, useEffect } from 'react'
import { Link, redirect, useLocation, useNavigate } from 'react-router'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { hasToken } from '#api/session.ts'
import { useSignedIn } from '#api/useSignedIn.ts'
import { notFound } from '#lib/error.ts'
import { loginPath } from '#ui/MenuLink.tsx'
import type { Route } from './+types/Member'
import { head } from './head.ts'
import { MemberNav } from './member/MemberNav.tsx'
import { screenAt, tabAddress } from './member/places.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { useMounted } from './useMounted.ts'
import './member/member.css'

const Centre = lazy(() => import('./member/Centre.tsx'))

const load = async (_: Api, { path, query: { tab } }: Address) => {
  const moved = tabAddress(tab)
  if (moved) throw redirect(moved)
  if (!screenAt(path)) throw notFound()
  return null
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) =>
  head(args, { name: `${screenAt(args.location.pathname)?.screen.name ?? '未找到'} - 会员中心`, hidden: true })

/**
 * The member centre. The server renders its frame only, the same for everyone; what belongs to a member is asked for in
 * the browser, which alone knows the token, and so is the component library.
 */
export default function Member() {
  const { pathname } = useLocation()
  const { screen } = screenAt(pathname)!
  const mounted = useMounted()
  const signedIn = useSignedIn()
  useSignInFirst()
  return (
    <div className="centre wrap">
      <MemberNav />
      <div className="centre-main">
        <h1>{screen.name}</h1>
        {mounted && signedIn ? (
          <ScreenBoundary>
            <Suspense fallback={<Opening />}>
              <Centre />
            </Suspense>
          </ScreenBoundary>
        ) : mounted ? (
          <SignedOut />
        ) : (
          <Opening />
        )}
      </div>
    </div>
  )
}

/** Who comes without a sign-in goes there, and comes back to this very address. */
function useSignInFirst() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!hasToken()) navigate(loginPath(pathname + search), { replace: true })
  }, [navigate, pathname, search])
}

const Opening = () => (
  <div className="centre-card centre-opening">
    <p role="status">正在打开会员中心…</p>
    <noscript>会员中心需要启用 JavaScript。公开的新闻、公示与证书查验不需要。</noscript>
  </div>
)

/** Signed out in another window, perhaps: nothing of a member is left on the screen. */
function SignedOut() {
  const { pathname, search } = useLocation()
  return (
    <div className="centre-card centre-opening">
      <p>您已退出登录。</p>
      <Link className="button primary" to={loginPath(pathname + search)}>
        重新登录
      </Link>
    </div>
  )
}
