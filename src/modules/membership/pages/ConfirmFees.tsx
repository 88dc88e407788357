import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { BulkDialog } from '#ui/BulkDialog.tsx'
import { type Fee, yuan } from './feeViews.ts'

type Props = { fees: Fee[]; close: () => void; changed: () => void }

/** Several at once, after saying how many and how much. */
export function ConfirmFees({ fees, close, changed }: Props) {
  // What is confirmed leaves the choice; the dialog goes on speaking of it.
  const [of] = useState(fees)
  const { submit, busy, error } = useSubmit('POST /staff/fee/settleMany')
  const send = async () =>
    (await submit({ ids: of.map(({ id }) => id) }))?.map(({ msg, ...one }) => ({ ...one, message: msg }))
  return (
    <BulkDialog
      title={`确认 ${of.length} 笔会费到账`}
      {...{ unit: '笔', action: '确认到账', busy, error, send, close, changed }}
    >
      共 {yuan(of.reduce((sum, { amount }) => sum + amount, 0))}{' '}
      元。请先与银行账户核对；入会申请的首笔会费确认后即完成入会。
    </BulkDialog>
  )
}
