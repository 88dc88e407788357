import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { yuan } from '#lib/money.ts'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { useBulk } from '#ui/table/useBulk.ts'

type Statement = Output<ApiContract['GET /staff/statement/detail']>
type Props = { of: Statement; close: () => void; changed: () => void }

/** All that nothing speaks against, after saying how many and how much. */
export function AcceptAll({ of, close, changed }: Props) {
  const bulk = useBulk<Statement>({
    rows: [of],
    idOf: ({ id }) => id,
    nameOf: () => '',
    changed,
    send: async ([statement]) => {
      const { id, certain: expected } = statement!
      const done = await browserApi('POST /staff/statement/acceptAll', { id, expected })
      return done.map(({ msg, ...one }) => ({ ...one, message: msg }))
    },
  })
  // What was accepted is no longer certain; the dialog goes on speaking of what it was opened for.
  const [{ certain, certainAmount }] = bulk.of as [Statement]
  return (
    <BulkDialog title={`${certain} 笔流水一并入账`} unit="笔" action="一并入账" bulk={bulk} close={close}>
      共 {yuan(certainAmount)}{' '}
      元。编号与金额相符，或付款人名称与金额相符且没有第二种可能的，才列入。对应的款项随即确认到账，付款人会收到通知，等待缴费的申请同时进入下一步（首笔会费即完成入会，培训费即报名成功）。
    </BulkDialog>
  )
}
