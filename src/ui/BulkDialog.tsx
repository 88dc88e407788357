import { Button, Modal } from 'antd'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Refusal } from '#lib/error.ts'
import { BulkResults } from './BulkResults.tsx'

type Results = ComponentProps<typeof BulkResults>['results']
type Props = {
  title: string
  unit: string
  /** What the button says. */
  action: string
  busy: boolean
  error: Refusal | undefined
  /** Nothing: it was refused, as `error` says. */
  send: () => Promise<Results | undefined>
  close: () => void
  changed: () => void
  /** How many it is about, and what it brings. */
  children: ReactNode
}

/** An act on several: first what it is about to do, then what came of each. */
export function BulkDialog({ title, unit, action, busy, error, send, close, changed, children }: Props) {
  const [results, setResults] = useState<Results>()
  const go = async () => {
    const done = await send()
    if (!done) return
    setResults(done)
    changed()
  }
  return (
    <Modal title={title} open onCancel={close} footer={null}>
      {results ? (
        <BulkResults {...{ unit, results, close }} />
      ) : (
        <>
          <p>{children}</p>
          {error && (
            <p role="alert" className="field-error">
              {error.message}
            </p>
          )}
          <div className="form-actions">
            <Button type="primary" loading={busy} onClick={() => void go()}>
              {action}
            </Button>
            <Button onClick={close}>取消</Button>
          </div>
        </>
      )}
    </Modal>
  )
}
