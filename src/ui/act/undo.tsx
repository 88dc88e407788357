import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import './undo.css'

/** What was done, and what takes it back: a call that returns what to tell, and throws what the server refuses. */
export type UndoableAct = { said: string; undo: () => Promise<string> }

const OfferUndo = createContext<(act: UndoableAct) => void>(() => {})

/** Offers to undo what was just done, until something else is done or a minute has passed. */
export const useUndo = () => useContext(OfferUndo)

const OFFERED_MS = 60_000
const KEYS = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? '') ? '⌘ Z' : 'Ctrl Z'

/** Shows the last act that can be undone below the screen inside, which may be left meanwhile. */
export function UndoBar({ children }: { children: ReactNode }) {
  const [act, setAct] = useState<UndoableAct>()
  const [problem, setProblem] = useState('')
  const offer = useCallback((next: UndoableAct) => {
    setProblem('')
    setAct(next)
  }, [])
  useEffect(() => {
    if (!act) return
    const timer = setTimeout(() => setAct(undefined), OFFERED_MS)
    return () => clearTimeout(timer)
  }, [act])
  const undo = useCallback(async () => {
    if (!act) return
    setAct(undefined)
    try {
      announce(await act.undo())
    } catch (error) {
      setProblem(`没有撤销：${toRefusal(error).message}`)
    }
  }, [act])
  useUndoKey(act && undo)
  return (
    <OfferUndo value={offer}>
      {children}
      <div className="undo-bar" role="status">
        {act && (
          <p>
            {act.said}
            <button type="button" className="button" aria-keyshortcuts="Control+Z Meta+Z" onClick={() => void undo()}>
              撤销<small aria-hidden="true">{KEYS}</small>
            </button>
          </p>
        )}
        {problem && (
          <p>
            {problem}
            <button type="button" className="button" onClick={() => setProblem('')}>
              知道了
            </button>
          </p>
        )}
      </div>
    </OfferUndo>
  )
}

/** Ctrl and Z undo the act, except in a text, which has its own undo, and below an open dialog. */
function useUndoKey(undo: (() => Promise<void>) | undefined) {
  useEffect(() => {
    if (!undo) return
    const listen = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || isText(event.target) || document.querySelector('[role="dialog"]:not([hidden])')) return
      event.preventDefault()
      void undo()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [undo])
}

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
