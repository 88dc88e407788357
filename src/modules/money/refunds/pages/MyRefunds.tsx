import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { Table } from '#ui/table/Table.tsx'

type Own = Output<ApiContract['GET /member/refund/list']>

/** Refunds received by the caller; nothing if there are none. */
export function MyRefunds({ refunds }: { refunds: Own }) {
  if (refunds.total === 0) return null
  return (
    <section className="centre-card">
      <h2>退款</h2>
      <Table
        caption="退款"
        rows={refunds.list}
        columns={[
          { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
          { name: '退款（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
          { name: '汇出日期', nowrap: true, cell: ({ paidOn }) => paidOn },
          { name: '收款账号', nowrap: true, cell: ({ account }) => account || '原路退回' },
          { name: '原因', cell: ({ reason }) => reason },
        ]}
      />
    </section>
  )
}
