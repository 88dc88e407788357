import { Link, Outlet, redirect, useLocation, useMatches, useRouteLoaderData } from 'react-router'
import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { useSignedIn } from '#api/useSignedIn.ts'
import { loginPath } from '#ui/MenuLink.tsx'
import { useMounted } from '#ui/useMounted.ts'
import type { Route } from './+types/Member'
import { head, type SiteConfig, titleOf } from './head.ts'
import { MemberNav } from './member/MemberNav.tsx'
import { useConsentWanted } from './member/useConsentWanted.ts'
import { screenOf } from './screen.ts'
import '../stages.ts'
import './member/member.css'

/** The addresses that the catalogue and older links use: `/admin/user?tab=member`. */
const TABS = new Map([
  ['member', 'membership'],
  ['qualification', 'qualification'],
  ['award', 'awards'],
])

const load = async (_: Api, { params: { id }, query: { tab } }: Address) => {
  // Checks the id for the status of the page, since the server does not call the loader of a screen.
  if (id !== undefined) pathId(id)
  const path = TABS.get(tab)
  if (path) throw redirect(`/admin/user/${path}`)
  return null
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Omits the title: the `meta` of a frame does not know its screen, so the component sets it. */
export const meta = (args: Route.MetaArgs) => head(args, { name: '会员中心', hidden: true }).slice(1)

/**
 * The frame of the member centre, the same for everyone: all that the server renders of it. What belongs to a member is
 * asked for in the browser, which alone knows the token.
 */
export default function Member() {
  const name = screenOf(useMatches())?.name ?? '未找到'
  const config = useRouteLoaderData<SiteConfig>('root')!
  const mounted = useMounted()
  const signedIn = useSignedIn()
  useConsentWanted()
  return (
    <div className="centre wrap">
      <title>{titleOf(config, `${name} - 会员中心`)}</title>
      <MemberNav />
      <div className="centre-main">
        <h1>{name}</h1>
        {mounted && !signedIn ? <SignedOut /> : <Outlet />}
      </div>
    </div>
  )
}

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
