import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { isSearchable } from '#modules/search/isSearchable.ts'
import { useNavigate } from '#ui/router/router.tsx'
import './suggestInput.css'

type Suggestion = Output<ApiContract['GET /search/suggest']>[number]

/** Delay in ms before the query, so that typing on sends none. */
const QUERY_DELAY_MS = 150

/**
 * A search field that proposes pages by their names, as a combobox of WAI-ARIA; without JavaScript a field as any. The list
 * hangs below the form around it.
 */
export function SuggestInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const listId = useId()
  const navigate = useNavigate()
  const [found, setFound] = useState<Suggestion[]>([])
  const [active, setActive] = useState(-1)
  const waiting = useRef<AbortController>(null)
  const isOpen = found.length > 0
  const optionId = (index: number) => `${listId}${index}`

  const close = () => {
    waiting.current?.abort()
    setFound([])
    setActive(-1)
  }
  useEffect(() => () => waiting.current?.abort(), [])

  const propose = (value: string) => {
    waiting.current?.abort()
    const key = value.trim()
    if (!isSearchable(key)) return close()
    const asking = new AbortController()
    waiting.current = asking
    setTimeout(async () => {
      if (asking.signal.aborted) return
      // Suggestions that fail are left out: the search works without them.
      const list = await browserApi('GET /search/suggest', { key }, asking.signal).catch(() => [])
      if (asking.signal.aborted) return
      setFound(list)
      setActive(-1)
    }, QUERY_DELAY_MS)
  }

  const choose = (to: Suggestion) => {
    close()
    navigate(to.route)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Steps through the suggestions and the field itself, hence the + 1.
    if (step) setActive(((active + 1 + step + found.length + 1) % (found.length + 1)) - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && found[active]) choose(found[active])
    else return event.key === 'Enter' ? close() : undefined
    event.preventDefault()
  }

  return (
    <>
      <input
        {...props}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        enterKeyHint="search"
        onInput={event => {
          if (!(event.nativeEvent as InputEvent).isComposing) propose(event.currentTarget.value)
        }}
        onCompositionEnd={event => propose(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isOpen && (
        <div id={listId} className="suggestions" role="listbox" aria-label="搜索建议">
          {found.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field, which keeps the focus, takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            <div
              key={suggestion.text}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              onPointerDown={event => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              {suggestion.text} <small>{suggestion.typeName}</small>
            </div>
          ))}
        </div>
      )}
      <span className="hidden-text" role="status">
        {isOpen ? `${found.length} 条建议，用上下键选择` : ''}
      </span>
    </>
  )
}
