import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { Icon } from '#ui/Icon.tsx'
import './paletteButton.css'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'

/** Opens the search of the back office, as Ctrl and K do from anywhere but an open dialog. */
export function PaletteButton() {
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isCalledBy(event)) return
      event.preventDefault()
      if (!document.querySelector('[role="dialog"]:not([hidden])')) setOpen(true)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        className="desk-search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={16} />
        <span>搜索</span>
        <small aria-hidden="true">{KEYS}</small>
      </button>
      {open && (
        <Suspense>
          <Palette close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const isCalledBy = ({ key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey && !defaultPrevented
