import { useSyncExternalStore } from 'react'
import { Icon } from '#ui/Icon.tsx'
import { ReadAloudButton } from '#ui/media/readAloud/ReadAloudButton.tsx'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import type { SiteConfig } from '../../head.ts'
import './elderBar.css'
import './reading.css'

/** Display preferences of a visitor; kept in this browser and set on `<html>` before the first paint (root.tsx). */
type Preferences = { size?: '2' | '3' | '4'; contrast?: 'high'; elder?: 'on' | 'off' }
const KEY = 'reading'
const CHANGED = 'hangxie:reading'
const NOTHING = '{}'

export const useReading = (): Preferences =>
  parse(
    useSyncExternalStore(
      heard => {
        addEventListener(CHANGED, heard)
        return () => removeEventListener(CHANGED, heard)
      },
      () => localStorage.getItem(KEY) ?? NOTHING,
      () => NOTHING,
    ),
  )

/** Accepts any stored text, since other code may have written it. */
function parse(stored: string): Preferences {
  try {
    return { ...JSON.parse(stored) }
  } catch {
    return {}
  }
}

function savePreferences(change: Preferences, before: Preferences) {
  const next = { ...before, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A full storage: it holds for this page.
  }
  for (const name of ['size', 'contrast', 'elder'] as const) {
    if (next[name] && next[name] !== 'off') document.documentElement.dataset[name] = next[name]
    else delete document.documentElement.dataset[name]
  }
  dispatchEvent(new Event(CHANGED))
}

const SIZES = [undefined, '2', '3', '4'] as const
const SIZE_NAMES = ['标准', '大', '特大', '超大']

/**
 * Bar of 长者版, visible at every width, with the button to leave it. The server renders it where it is the site's
 * default; a visitor's own choice is known only to the browser.
 */
export function ElderBar() {
  const now = useReading()
  const isElder = useIsElder(now)
  if (!isElder) return null
  return (
    <section className="elder-bar" aria-label="长者版">
      <button type="button" onClick={() => savePreferences({ elder: 'off' }, now)}>
        退出长者版
      </button>
      <SizeButton now={now} />
      <ContrastButton now={now} />
      <ReadAloudButton />
    </section>
  )
}

/** Button of 长者版 beside the menu of narrow screens, since its users should not have to search in the menu. */
export function ElderButton() {
  const now = useReading()
  return (
    <button type="button" className="elder-button" onClick={() => savePreferences({ elder: 'on' }, now)}>
      长者版
    </button>
  )
}

function useIsElder({ elder }: Preferences): boolean {
  const byDefault = useRouteLoaderData<SiteConfig>('root')?.reading === 'elder'
  return elder ? elder === 'on' : byDefault
}

/** 字号, 高对比 and 长者版, which may be what everybody gets who has not switched it off. */
export function Reading() {
  const now = useReading()
  const isElder = useIsElder(now)
  return (
    <fieldset className="reading">
      <legend className="hidden-text">阅读方式</legend>
      <button
        type="button"
        aria-pressed={isElder}
        onClick={() => savePreferences({ elder: isElder ? 'off' : 'on' }, now)}
      >
        长者版
      </button>
      <ContrastButton now={now} />
      <SizeButton now={now} />
    </fieldset>
  )
}

const ContrastButton = ({ now }: { now: Preferences }) => (
  <button
    type="button"
    aria-pressed={now.contrast === 'high'}
    onClick={() => savePreferences({ contrast: now.contrast ? undefined : 'high' }, now)}
  >
    <Icon name="contrast" size={16} />
    高对比
  </button>
)

function SizeButton({ now }: { now: Preferences }) {
  const at = SIZES.indexOf(now.size)
  return (
    <button
      type="button"
      aria-label={`字号：${SIZE_NAMES[at]}，点按改为${SIZE_NAMES[(at + 1) % 4]}`}
      onClick={() => savePreferences({ size: SIZES[(at + 1) % 4] }, now)}
    >
      {`字号 ${SIZE_NAMES[at]}`}
    </button>
  )
}
