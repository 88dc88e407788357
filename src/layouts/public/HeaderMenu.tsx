import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { Link, useLocation } from '#ui/router/router.tsx'
import { Account } from './account/Account.tsx'
import { MainMenu } from './MainMenu.tsx'
import type { Menu } from './menu.ts'
import { Reading } from './reading/Reading.tsx'
import './headerMenu.css'

/**
 * The catalogue: a bar across the page, or on narrow screens and in large type a panel behind one button, with what else
 * has no room there. `details`, so that it opens without JavaScript too.
 */
export function HeaderMenu({ menu }: { menu: Menu }) {
  const toggle = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  // It may have been opened before the page acted.
  useEffect(() => setOpen(toggle.current!.open), [])
  useClosing(toggle)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !toggle.current?.open) return
    toggle.current.open = false
    toggle.current.querySelector('summary')?.focus()
  }
  return (
    <>
      <details
        ref={toggle}
        className="menu-toggle"
        onToggle={event => setOpen(event.currentTarget.open)}
        onKeyDown={onKeyDown}
      >
        <summary aria-label="菜单">
          <span className="when-closed">
            <Icon name="menu" size={26} />
          </span>
          <span className="menu-word">菜单</span>
          <span className="when-open">
            <Icon name="close" size={26} />
          </span>
        </summary>
      </details>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links inside */}
      <div className="header-menu" onKeyDown={onKeyDown}>
        <div className="header-menu-more">
          <Account />
          <Link to="/admin/home/search">
            <Icon name="search" size={18} />
            全站搜索
          </Link>
        </div>
        <MainMenu menu={menu} isPanel={isOpen} />
        <Reading />
      </div>
    </>
  )
}

/**
 * The panel closes when another page is reached, and not when this one comes alive after it was opened; and where its
 * button goes, since the screen has become wide or the type small enough for the bar.
 */
function useClosing(toggle: { current: HTMLDetailsElement | null }) {
  const { pathname, search } = useLocation()
  const here = pathname + search
  const shown = useRef(here)
  useEffect(() => {
    if (shown.current === here) return
    shown.current = here
    if (toggle.current) toggle.current.open = false
  }, [here, toggle])
  useEffect(() => {
    const details = toggle.current!
    const watcher = new ResizeObserver(() => {
      if (details.offsetWidth === 0) details.open = false
    })
    watcher.observe(details)
    return () => watcher.disconnect()
  }, [toggle])
}
