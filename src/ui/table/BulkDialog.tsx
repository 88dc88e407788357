import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { Problem } from '#ui/form/Problem.tsx'
import { BulkProgress, BulkResults } from './BulkResults.tsx'
import type { useBulk } from './useBulk.ts'

type Props = {
  title: string
  unit: string
  action: string
  bulk: ReturnType<typeof useBulk>
  close: () => void
  children: ReactNode
  form?: ReactNode
  undo?: (() => void) | undefined
}

/** An act on several: first what it is about to do, then what came of each. */
export function BulkDialog({ title, unit, action, bulk, close, children, form, undo }: Props) {
  const { run, results, error, busy } = bulk
  return (
    <Modal title={title} open onCancel={close} footer={null} mask={{ closable: !busy }}>
      {results ? (
        <BulkResults unit={unit} results={results} close={close} undo={undo} />
      ) : (
        <>
          <p>{children}</p>
          {form}
          {!(form && error?.fields) && <Problem>{error?.message}</Problem>}
          <BulkProgress {...bulk} />
          <div className="form-actions">
            <Button type="primary" loading={busy} onClick={() => void run()}>
              {action}
            </Button>
            <Button disabled={busy} onClick={close}>
              取消
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
