import { Link, useLocation, useNavigate, useRouteLoaderData } from 'react-router'
import { signedOut } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { staffSecurity } from '#modules/accounts/pages/screens.ts'
import { staffMessages } from '#modules/messages/pages/screens.ts'
import { Icon } from '#ui/Icon.tsx'
import type { SiteConfig } from '../head.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useCountInTitle, useUnread, useUnreadPoll } from '../unread.ts'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { useStaff } from './staff.ts'

/** Above everything: whose office this is, the way to the public site, who is here, and the way out. */
export function StaffBar() {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const { displayName, roleNames, permissions, standsInFor } = useStaff()
  const { submit, busy } = useSubmit('POST /staff/logout')
  const navigate = useNavigate()
  const unread = useUnread('staff')
  useUnreadPoll('staff', permissions.length > 0, useLocation().pathname)
  useCountInTitle(unread)
  const leave = async () => {
    if (!(await submit({}))) return
    signedOut({ ended: false })
    navigate('/staff/login', { replace: true })
  }
  return (
    <header className="desk-bar">
      <Link to="/staff" className="desk-name">
        {association.shortName}
        <span>工作后台</span>
      </Link>
      <PaletteButton />
      <Link to="/admin/home" className="desk-bar-link desk-site" target="_blank" rel="noopener">
        <Icon name="eye" size={18} />
        <span>查看网站</span>
      </Link>
      <Link to={staffMessages.to} className="desk-bar-link desk-messages">
        <Icon name="mail" size={18} />
        <span>消息</span>
        <UnreadBadge count={unread} />
      </Link>
      <Link to={staffSecurity.to} className="desk-bar-link desk-who">
        <Icon name="user" size={18} />
        {displayName}
        <span>
          {roleNames.join('、')}
          {standsInFor.map(({ name }) => `（代 ${name}）`)}
        </span>
      </Link>
      <button type="button" className="desk-bar-link" onClick={() => void leave()} disabled={busy}>
        退出
      </button>
    </header>
  )
}
