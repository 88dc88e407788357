import { browserApi } from '#api/browser.ts'
import { dayOf } from '#lib/dates.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import type { RecordedWay } from '#modules/ledger/ledgerWords.ts'
import { paidOnField, wayField } from '#modules/ledger/payments/pages/RecordPayment.tsx'
import { ActsOnMany } from '#ui/register/ActsOnMany.tsx'

type Open = { id: number; payer: string; about: string; open: number }

/** Money that many have paid in the same way, as at the door of a class: each settles what it owes. */
export function ReceiveMany({ rows, done }: { rows: readonly Open[]; done: () => void }) {
  const open = rows.filter(row => row.open > 0)
  const sum = sumAmounts(open.map(row => row.open))
  return (
    <ActsOnMany
      rows={open}
      nameOf={({ payer, about }) => `${payer} ${about}`}
      unit="笔"
      acts={[
        {
          code: 'receive',
          name: '登记到账',
          intro: `每笔按未收的金额各登记一笔到账，合计 ${formatYuan(sum)} 元，随即确认；缴费人收到消息。登记错了的可在“到账”里撤销。`,
          fields: [wayField, paidOnField],
          initial: { way: 'cash', paidOn: dayOf(new Date()) },
        },
      ]}
      changed={done}
      send={(_, ids, { way, paidOn }) =>
        browserApi('POST /staff/received/recordMany', {
          ids,
          way: way as RecordedWay,
          paidOn: String(paidOn ?? ''),
          expected: sumAmounts(open.filter(({ id }) => ids.includes(id)).map(row => row.open)),
        })
      }
    />
  )
}
