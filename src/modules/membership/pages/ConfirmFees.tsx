import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { BulkResults } from '#ui/BulkResults.tsx'
import { type Fee, yuan } from './feeViews.ts'

type Props = { fees: Fee[]; close: () => void; changed: () => void }
type Results = Output<ApiContract['POST /staff/fee/settleMany']>

/** Several at once, after saying how many and how much. */
export function ConfirmFees({ fees, close, changed }: Props) {
  // What is confirmed leaves the choice; the dialog goes on speaking of it.
  const [of] = useState(fees)
  const [results, setResults] = useState<Results>()
  const { submit, busy, error } = useSubmit('POST /staff/fee/settleMany')
  const confirm = async () => {
    const done = await submit({ ids: of.map(({ id }) => id) })
    if (!done) return
    setResults(done)
    changed()
  }
  return (
    <Modal title={`确认 ${of.length} 笔会费到账`} open onCancel={close} footer={null}>
      {results ? (
        <BulkResults unit="笔" results={results.map(({ msg, ...one }) => ({ ...one, message: msg }))} close={close} />
      ) : (
        <>
          <p>
            共 {yuan(of.reduce((sum, { amount }) => sum + amount, 0))}{' '}
            元。请先与银行账户核对；入会申请的首笔会费确认后即完成入会。
          </p>
          {error && (
            <p role="alert" className="field-error">
              {error.message}
            </p>
          )}
          <div className="form-actions">
            <Button type="primary" loading={busy} onClick={() => void confirm()}>
              确认到账
            </Button>
            <Button onClick={close}>取消</Button>
          </div>
        </>
      )}
    </Modal>
  )
}
