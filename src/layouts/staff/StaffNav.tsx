import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { staffMessages } from '#modules/messages/pages/screens.ts'
import { Icon } from '#ui/Icon.tsx'
import { listAddress } from '#ui/table/leftLists.ts'
import { currentness } from '../screen.ts'
import { UnreadBadge } from '../UnreadBadge.tsx'
import { useUnread } from '../unread.ts'
import { everyEntry, useOwnEntries } from './ownEntries.ts'
import { StaffIcon } from './StaffIcon.tsx'

/** Down the side; on narrow screens behind a button. Only what this person may open. */
export function StaffNav() {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const unread = useUnread('staff')
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when one has gone somewhere
  useEffect(() => setOpen(false), [pathname])
  const shown = useOwnEntries()
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
        {shown.map(({ name, entries }) => (
          <section key={name} aria-label={name}>
            <p aria-hidden="true">{name}</p>
            <ul role="list">
              {entries.map(entry => (
                <li key={entry.to}>
                  <Link to={listAddress(entry.to, pathname)} aria-current={currentness(entry, everyEntry, pathname)}>
                    <StaffIcon name={entry.icon} />
                    {entry.name}
                    {entry === staffMessages && <UnreadBadge count={unread} />}
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
