import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import './tabs.css'

type Tab = { name: string; content: ReactNode }

/** Parts of which one is seen at a time (WAI-ARIA tabs); without scripts all stand below one another. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = (chosen + step + tabs.length) % tabs.length
    setChosen(next)
    event.currentTarget.querySelectorAll('button')[next]!.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} className="tab-list" onKeyDown={move}>
        {tabs.map(({ name }, i) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${i}`}
            aria-controls={`${id}-${i}`}
            aria-selected={i === chosen}
            tabIndex={i === chosen ? 0 : -1}
            onClick={() => setChosen(i)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, i) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${i}`}
          aria-labelledby={`${id}-tab-${i}`}
          className="tab-panel"
          hidden={i !== chosen}
        >
          {content}
        </div>
      ))}
    </>
  )
}
