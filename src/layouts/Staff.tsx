import { Outlet, useMatches, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/Staff'
import { head, type SiteConfig } from './head.ts'
import { Message } from './public/Message.tsx'
import { useFocusOnNavigation } from './public/useFocusOnNavigation.ts'
import { screenOf } from './screen.ts'
import { useCurrentScreenName } from './screenName.ts'
import { TrialBanner } from './TrialBanner.tsx'
import '../stages.ts'
import { StaffLock } from './staff/StaffLock.tsx'
import './staff/staff.css'

/** Omits the title: the `meta` of a frame does not know its screen, so the component sets it. */
export const meta = (args: Route.MetaArgs) => head(args, { name: '工作后台', hidden: true }).slice(1)

/**
 * The frame of the back office, the same for everyone: all that the server renders of it. Who is signed in, what that
 * person may do and everything else is asked for in the browser.
 */
export default function Staff() {
  const screen = screenOf(useMatches())
  const called = useCurrentScreenName()
  const config = useRouteLoaderData<SiteConfig>('root')
  useFocusOnNavigation()
  return (
    <div className="desk">
      <title>{[called, screen?.name ?? '未找到', '工作后台'].filter(Boolean).join(' - ')}</title>
      <a className="skip" href="#main">
        跳到正文
      </a>
      {config?.trial && <TrialBanner isStaff />}
      <Outlet />
      <Message />
      <StaffLock />
    </div>
  )
}
