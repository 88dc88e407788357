import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '#ui/Icon.tsx'
import { groups } from '../../staffScreens.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useUnread } from '../unread.ts'
import { addressOf, currentness } from './places.ts'
import { StaffIcon } from './StaffIcon.tsx'
import { useStaff } from './staff.ts'

/** Down the side; on narrow screens behind a button. Only what this person may open. */
export function StaffNav() {
  const { pathname } = useLocation()
  const { permissions } = useStaff()
  const [open, setOpen] = useState(false)
  const unread = useUnread('staff')
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when one has gone somewhere
  useEffect(() => setOpen(false), [pathname])
  const shown = groups
    .map(({ name, screens }) => ({
      name,
      screens: screens.filter(
        ({ icon, permission }) => icon && (permission === undefined || permissions.includes(permission)),
      ),
    }))
    .filter(({ screens }) => screens.length > 0)
  return (
    <nav className="desk-nav" aria-label="工作后台" data-open={open || undefined}>
      <button
        type="button"
        className="desk-nav-toggle"
        aria-expanded={open}
        aria-controls="desk-menu"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'menu'} size={20} />
        菜单
      </button>
      <div id="desk-menu" className="desk-menu">
        {shown.map(({ name, screens }) => (
          <section key={name} aria-label={name}>
            <p aria-hidden="true">{name}</p>
            <ul role="list">
              {screens.map(screen => (
                <li key={screen.path}>
                  <Link to={addressOf(screen)} aria-current={currentness(screen, pathname)}>
                    <StaffIcon name={screen.icon!} />
                    {screen.name}
                    {screen.path === 'messages' && <UnreadBadge count={unread} />}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}
