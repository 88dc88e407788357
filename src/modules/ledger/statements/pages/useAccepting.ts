import { useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { type Line, type Proposal, sharesOf } from './lines.ts'

export type AcceptResult = { state: 'busy' | 'done' | 'failed'; text: string }

/** Accepts one payment after the other, as fast as they are said; `changed` when none is on its way any more. */
export function useAccepting(changed: () => void) {
  const [told, setTold] = useState<ReadonlyMap<number, AcceptResult>>(new Map())
  const queue = useRef(Promise.resolve())
  const waiting = useRef(0)
  const tell = (id: number, said: AcceptResult) => setTold(before => new Map(before).set(id, said))

  async function send({ id, payer }: Line, proposal: Proposal) {
    try {
      await browserApi('POST /staff/statement/accept', { lineId: id, shares: sharesOf(proposal) })
      tell(id, { state: 'done', text: `已入账 ${payer}` })
    } catch (error) {
      tell(id, { state: 'failed', text: toRefusal(error).message })
    }
    waiting.current -= 1
    if (waiting.current === 0) changed()
  }

  const accept = (line: Line, proposal: Proposal) => {
    const state = told.get(line.id)?.state
    if (state === 'busy' || state === 'done') return
    waiting.current += 1
    tell(line.id, { state: 'busy', text: '正在入账' })
    queue.current = queue.current.then(() => send(line, proposal))
  }
  /** Removes the result of a line, so that it can be posted again after an undo. */
  const forget = (id: number) =>
    setTold(before => {
      const rest = new Map(before)
      rest.delete(id)
      return rest
    })
  return { told, accept, forget, last: [...told.values()].at(-1)?.text ?? '' }
}
