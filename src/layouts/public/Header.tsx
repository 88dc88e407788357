import './header.css'
import './headerMenu.css'
import './mainMenu.css'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Chevron, Icon } from '#ui/Icon.tsx'
import { MenuLink } from '#ui/MenuLink.tsx'
import { Link, useLocation } from '#ui/router/router.tsx'
import { Account } from './account/Account.tsx'
import type { Association } from './Footer.tsx'
import type { Menu } from './menu.ts'
import { ElderButton, Reading } from './reading/Reading.tsx'
import { SearchBox } from './SearchBox.tsx'

const COMPACT_AFTER = 100

export function Header({ association, menu, demo }: { association: Association; menu: Menu; demo: boolean }) {
  const compact = useScrolledPast(COMPACT_AFTER)
  return (
    <header className="header" data-compact={compact || undefined}>
      {demo && (
        <p className="header-demo">
          演示数据 <span>本站内容、单位与人员均为虚构，仅供体验</span>
        </p>
      )}
      <div className="header-brand wrap">
        <Link className="brand" to="/admin/home">
          {association.logo ? (
            <img src={association.logo} alt="" width={association.logoIsWide ? 224 : 56} height="56" />
          ) : (
            <Emblem size={56} />
          )}
          <span className="brand-names">
            <span className="brand-name">{association.name}</span>
            <span className="brand-short">{association.shortName}</span>
            <span className="brand-en" lang="en">
              {association.nameEn}
            </span>
            <span className="hidden-text">首页</span>
          </span>
        </Link>
        <div className="header-tools">
          <Reading />
          <Account />
          <SearchBox />
        </div>
        <ElderButton />
        <Link className="header-search-link" to="/admin/home/search" aria-label="全站搜索">
          <Icon name="search" size={24} />
        </Link>
        <HeaderMenu menu={menu} />
      </div>
    </header>
  )
}

function useScrolledPast(limit: number) {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(scrollY > limit)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [limit])
  return past
}

/** Members in one circle, in the colours of the site: what stands until an association has put its own emblem here. */
const Emblem = ({ size }: { size: number }) => (
  <svg className="emblem" viewBox="0 0 96 96" width={size} height={size} aria-hidden="true">
    <circle cx="48" cy="48" r="43.5" />
    <circle cx="48" cy="38" r="15" />
    <circle cx="37.5" cy="56" r="15" className="emblem-light" />
    <circle cx="58.5" cy="56" r="15" />
  </svg>
)

/**
 * The catalogue: a bar across the page, or on narrow screens and in large type a panel behind one button, with what else
 * has no room there. `details`, so that it opens without JavaScript too.
 */
function HeaderMenu({ menu }: { menu: Menu }) {
  const toggle = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The menu may have been opened before hydration.
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

/**
 * The entries of the catalogue. A 列表 opens its children, one at a time: by pointer, by Enter or arrow, and by CSS alone
 * without JavaScript. `isPanel`: they stand one below the other, and nothing there opens or closes by itself.
 */
function MainMenu({ menu, isPanel }: { menu: Menu; isPanel: boolean }) {
  const { pathname } = useLocation()
  const [opened, setOpened] = useState<Opened>()
  // A menu opened on the previous page is closed on this one.
  const open = opened?.on === pathname ? opened.id : undefined
  return (
    <nav className="main-menu" aria-label="主导航">
      <ul className="wrap">
        {menu.map(entry => (
          <li key={entry.catalogId} className={entry.isParty ? 'party' : undefined}>
            {entry.catalogType === '列表' && entry.list.length > 0 ? (
              <Dropdown
                entry={entry}
                isOpen={open === entry.catalogId}
                setOpen={isOpen => setOpened(before => after(before, { id: entry.catalogId, on: pathname }, isOpen))}
                isPanel={isPanel}
              />
            ) : (
              <MenuLink entry={entry} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

type Opened = { id: number; on: string }
/** Returns which menu is open after one is opened or closed; closing one leaves another open. */
const after = (before: Opened | undefined, one: Opened, isOpen: boolean) =>
  isOpen ? one : before?.id === one.id ? undefined : before

type DropdownProps = { entry: Menu[number]; isOpen: boolean; setOpen: (isOpen: boolean) => void; isPanel: boolean }

function Dropdown({ entry, isOpen, setOpen, isPanel }: DropdownProps) {
  /** A mouse opens by coming near; its click must not close again what it just opened. */
  const hovered = useRef(false)
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const id = useId()
  // A mouse may have come near before the page acted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page begins to act
  useEffect(() => {
    if (!isPanel && matchMedia('(hover: hover)').matches && root.current?.matches(':hover')) setOpen(true)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'Escape' && !isPanel) {
      setOpen(false)
      button.current?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const next = event.key === 'ArrowDown' ? at + 1 : at < 0 ? links.length - 1 : at - 1
      requestAnimationFrame(() => (links[next] ?? button.current)?.focus())
    }
  }
  const hover = (inside: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || isPanel) return
    hovered.current = inside
    setOpen(inside)
  }
  const onBlur = (event: FocusEvent) => {
    if (!isPanel && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the links inside
    <div
      ref={root}
      className="dropdown"
      data-open={isOpen || undefined}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPointerEnter={hover(true)}
      onPointerLeave={hover(false)}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(hovered.current || !isOpen)}
      >
        {entry.name}
        <Chevron to="down" />
      </button>
      <ul ref={list} id={id}>
        {entry.list.map(child => (
          <li key={child.catalogId}>
            <MenuLink entry={child} />
          </li>
        ))}
      </ul>
    </div>
  )
}
