import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMounted } from '#ui/useMounted.ts'
import { Icon } from '../Icon.tsx'
import { useMotion } from './useMotion.ts'
import './ticker.css'

const STEP_INTERVAL_MS = 3_000
/** Number of rows in the server's HTML, more than are visible; the others are added by the script. */
const ROWS_IN_HTML = 8

type Props<Row> = {
  rows: Row[]
  keyOf: (row: Row) => string | number
  name: string
  empty: string
  children: (row: Row) => ReactNode
}

/**
 * A list that moves up a row at a time and begins again. An ordinary scrolling list underneath: it can be scrolled by
 * hand and by key, and stands still under the pointer, the focus, its pause and reduced motion. Nothing moves, and there
 * is no pause, before its script is there.
 */
export function Ticker<Row>({ rows, keyOf, name, empty, children }: Props<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const [paused, setPaused] = useState(false)
  const [held, setHeld] = useState(false)
  const isMounted = useMounted()
  const shown = isMounted ? rows : rows.slice(0, ROWS_IN_HTML)
  const moving = useMotion() && !paused && !held
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => list.current && stepUp(list.current), STEP_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [moving])
  if (rows.length === 0) return <p className="ticker-empty">{empty}</p>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding still under the pointer is not an act
    <div
      className="ticker"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key */}
      <ul ref={list} role="list" tabIndex={0} aria-label={name}>
        {shown.map(row => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {isMounted && (
        <button
          type="button"
          className="ticker-pause"
          aria-label={paused ? `继续滚动${name}` : `暂停滚动${name}`}
          onClick={() => setPaused(!paused)}
        >
          <Icon name={paused ? 'play' : 'pause'} size={14} />
        </button>
      )}
    </div>
  )
}

function stepUp(list: HTMLUListElement) {
  const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 2
  const height = list.firstElementChild?.getBoundingClientRect().height ?? 0
  list.scrollTo({ top: atEnd ? 0 : list.scrollTop + height, behavior: 'smooth' })
}
