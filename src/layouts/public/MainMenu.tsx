import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Chevron } from '#ui/Icon.tsx'
import { MenuLink } from '#ui/MenuLink.tsx'
import { useLocation } from '#ui/router/router.tsx'
import type { Menu } from './menu.ts'
import './mainMenu.css'

/**
 * The entries of the catalogue. A 列表 opens its children, one at a time: by pointer, by Enter or arrow, and by CSS alone
 * without JavaScript. `isPanel`: they stand one below the other, and nothing there opens or closes by itself.
 */
export function MainMenu({ menu, isPanel }: { menu: Menu; isPanel: boolean }) {
  const { pathname } = useLocation()
  const [opened, setOpened] = useState<Opened>()
  // What was open on the page before is closed on this one.
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
/** Which one is open when one has been opened or closed: another one stays as it is. */
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
