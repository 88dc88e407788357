import { useEffect, useId, useRef, useState } from 'react'
import { Chevron } from '#ui/Icon.tsx'
import { MenuLink } from '#ui/MenuLink.tsx'
import { useLocation } from '#ui/router/router.tsx'
import type { Menu } from './menu.ts'
import './mainMenu.css'

/** The catalogue across the page. A 列表 opens its children, by pointer, by Enter or arrow, and by CSS alone without JavaScript. */
export function MainMenu({ menu }: { menu: Menu }) {
  return (
    <nav className="main-menu" aria-label="主导航">
      <ul className="wrap">
        {menu.map(entry => (
          <li key={entry.catalogId} className={entry.isParty ? 'party' : undefined}>
            {entry.catalogType === '列表' && entry.list.length > 0 ? (
              <Dropdown entry={entry} />
            ) : (
              <MenuLink entry={entry} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Dropdown({ entry }: { entry: Menu[number] }) {
  const [open, setOpen] = useState(false)
  /** A mouse opens by coming near; its click must not close again what it just opened. */
  const hovered = useRef(false)
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a menu closes when its page is reached
  useEffect(() => setOpen(false), [pathname])

  const onKeyDown = (event: React.KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (event.key === 'Escape') {
      setOpen(false)
      button.current?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const next = event.key === 'ArrowDown' ? at + 1 : at < 0 ? links.length - 1 : at - 1
      requestAnimationFrame(() => (links[next] ?? button.current)?.focus())
    }
  }
  const hover = (inside: boolean) => (event: React.PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    hovered.current = inside
    setOpen(inside)
  }
  const onBlur = (event: React.FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the links inside
    <div
      className="dropdown"
      data-open={open || undefined}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPointerEnter={hover(true)}
      onPointerLeave={hover(false)}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(hovered.current || !open)}
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
