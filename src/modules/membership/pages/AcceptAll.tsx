import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { BulkResults } from '#ui/BulkResults.tsx'
import { yuan } from './feeViews.ts'

type Statement = Output<ApiContract['GET /staff/statement/detail']>
type Results = Output<ApiContract['POST /staff/statement/acceptAll']>
type Props = { of: Statement; close: () => void; changed: () => void }

/** All that nothing speaks against, after saying how many and how much. */
export function AcceptAll({ of, close, changed }: Props) {
  // What was accepted is no longer certain; the dialog goes on speaking of what it was opened for.
  const [{ id, certain, certainAmount }] = useState(of)
  const [results, setResults] = useState<Results>()
  const { submit, busy, error } = useSubmit('POST /staff/statement/acceptAll')
  const accept = async () => {
    const done = await submit({ id, expected: certain })
    if (!done) return
    setResults(done)
    changed()
  }
  return (
    <Modal title={`${certain} 笔流水一并入账`} open onCancel={close} footer={null}>
      {results ? (
        <BulkResults unit="笔" results={results.map(({ msg, ...one }) => ({ ...one, message: msg }))} close={close} />
      ) : (
        <>
          <p>
            共 {yuan(certainAmount)}{' '}
            元。编号与金额相符，或付款人名称与金额相符且没有第二种可能的，才列入。对应的款项随即确认到账，付款人会收到通知，等待缴费的申请同时进入下一步（首笔会费即完成入会，培训费即报名成功）。
          </p>
          {error && (
            <p role="alert" className="field-error">
              {error.message}
            </p>
          )}
          <div className="form-actions">
            <Button type="primary" loading={busy} onClick={() => void accept()}>
              一并入账
            </Button>
            <Button onClick={close}>取消</Button>
          </div>
        </>
      )}
    </Modal>
  )
}
