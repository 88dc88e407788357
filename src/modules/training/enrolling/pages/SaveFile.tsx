import { type ReactNode, useState } from 'react'
import { SavedDocument, saveSealValue } from '#api/file.ts'
import { toRefusal } from '#api/useApi.ts'
import { InlineProblem } from '#ui/form/Problem.tsx'

type Props = { save: () => Promise<unknown>; children: ReactNode }

/** Saves a document, and then the value of its seal where it has one; says why where there is none. */
export function SaveFile({ save, children }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [saved, setSaved] = useState<SavedDocument>()
  const start = async (of: Props['save']) => {
    if (busy) return
    setBusy(true)
    setProblem('')
    await of().then(
      said => setSaved(said instanceof SavedDocument ? said : saved),
      error => setProblem(toRefusal(error).message),
    )
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="button" aria-disabled={busy} onClick={() => void start(save)}>
        {children}
      </button>
      {saved?.related && (
        <button
          type="button"
          className="button"
          aria-disabled={busy}
          onClick={() => void start(() => saveSealValue(saved))}
        >
          下载国密签章值（.es）
        </button>
      )}
      <InlineProblem>{problem}</InlineProblem>
    </>
  )
}
