import { useEffect, useRef } from 'react'
import { Chevron, Icon } from '#ui/Icon.tsx'
import { MenuLink } from '#ui/MenuLink.tsx'
import { useLocation } from '#ui/router/router.tsx'
import { Account } from './account/Account.tsx'
import type { Menu } from './menu.ts'
import { Reading } from './reading/Reading.tsx'
import { SearchBox } from './SearchBox.tsx'
import './mobileMenu.css'

/** On narrow screens: the whole catalogue behind one button. `details`, so that it opens without JavaScript too. */
export function MobileMenu({ menu }: { menu: Menu }) {
  const details = useRef<HTMLDetailsElement>(null)
  const { pathname, search } = useLocation()
  const here = pathname + search
  const shown = useRef(here)
  // The menu closes when another page is reached, and not when this one comes alive after it was opened.
  useEffect(() => {
    if (shown.current === here) return
    shown.current = here
    if (details.current) details.current.open = false
  }, [here])
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current?.open) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} className="mobile-menu" onKeyDown={onKeyDown}>
      <summary aria-label="菜单">
        <span className="when-closed">
          <Icon name="menu" size={26} />
        </span>
        <span className="menu-word">菜单</span>
        <span className="when-open">
          <Icon name="close" size={26} />
        </span>
      </summary>
      <div className="mobile-menu-panel">
        <SearchBox />
        <Account />
        <nav aria-label="移动端导航">
          {menu.map(entry =>
            entry.list.length > 0 ? (
              <Group key={entry.catalogId} entry={entry} />
            ) : (
              <MenuLink key={entry.catalogId} entry={entry} />
            ),
          )}
        </nav>
        <Reading />
      </div>
    </details>
  )
}

const Group = ({ entry }: { entry: Menu[number] }) => (
  <details name="mobile-group">
    <summary>
      {entry.name}
      <Chevron to="down" />
    </summary>
    <ul>
      {entry.list.map(child => (
        <li key={child.catalogId}>
          <MenuLink entry={child} />
        </li>
      ))}
    </ul>
  </details>
)
