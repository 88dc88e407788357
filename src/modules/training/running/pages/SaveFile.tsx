import { type ReactNode, useState } from 'react'
import { refusalOf } from '#api/useApi.ts'
import { InlineProblem } from '#ui/form/Problem.tsx'

type Props = { save: () => Promise<unknown>; children: ReactNode }

/** Saves a document; says why where there is none. */
export function SaveFile({ save, children }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const start = async () => {
    if (busy) return
    setBusy(true)
    setProblem('')
    await save().catch(error => setProblem(refusalOf(error).message))
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="button" aria-disabled={busy} onClick={() => void start()}>
        {children}
      </button>
      <InlineProblem>{problem}</InlineProblem>
    </>
  )
}
