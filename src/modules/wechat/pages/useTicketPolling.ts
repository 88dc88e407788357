import { useEffect, useRef, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import type { TicketState } from '../ticketStates.ts'
import { isFinal } from '../ticketWords.ts'

export type Begun = { qr: string; secret: string; number: string; expiresAt: string }
export type Progress = TicketState | 'over'

const POLL_INTERVAL_MS = 1_500

/** Polls the state of a QR code until it is final or expired. */
export function useTicketPolling(begun: Begun | undefined, ask: (secret: string) => Promise<TicketState>): Progress {
  const [state, setState] = useState<Progress>('waiting')
  const asking = useRef(ask)
  useEffect(() => {
    asking.current = ask
  })
  useEffect(() => {
    if (!begun) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    const next = (now: Progress) => {
      if (!isHere) return
      setState(now)
      if (isFinal(now) || now === 'confirmed') return
      if (Date.now() > Date.parse(begun.expiresAt)) return setState('over')
      timer = setTimeout(once, POLL_INTERVAL_MS)
    }
    const once = () =>
      asking.current(begun.secret).then(next, thrown => next(toRefusal(thrown).code === 404 ? 'over' : 'waiting'))
    next('waiting')
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [begun])
  return state
}
