import { browserApi } from '#api/browser.ts'
import { sumOf, yuan } from '#lib/money.ts'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { useBulk } from '#ui/table/useBulk.ts'
import type { Fee } from './feeViews.ts'

type Props = { fees: Fee[]; close: () => void; changed: () => void }

/** Several at once, after saying how many and how much. */
export function ConfirmFees({ fees, close, changed }: Props) {
  const bulk = useBulk<Fee>({
    rows: fees,
    idOf: ({ id }) => id,
    nameOf: ({ name, year }) => `${name} ${year} 年度`,
    changed,
    send: async some => {
      const done = await browserApi('POST /staff/fee/settleMany', { ids: some.map(({ id }) => id) })
      return done.map(({ msg, ...one }) => ({ ...one, message: msg }))
    },
  })
  return (
    <BulkDialog title={`确认 ${bulk.of.length} 笔会费到账`} unit="笔" action="确认到账" bulk={bulk} close={close}>
      共 {yuan(sumOf(bulk.of.map(({ amount }) => amount)))} 元。请先与银行账户核对；入会申请的首笔会费确认后即完成入会。
    </BulkDialog>
  )
}
