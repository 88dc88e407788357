import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { PaperLines } from '#modules/ledger/pages/PaymentPapers.tsx'
import { Table } from '#ui/table/Table.tsx'

type Own = Output<ApiContract['GET /member/paper/list']>

/** What has come lately from whoever looks, with the papers of each and when they come; nothing where there are none. */
export function MyPapers({ payments }: { payments: Own }) {
  const list = payments.list.filter(({ papers }) => papers.length > 0)
  if (list.length === 0) return null
  return (
    <section className="centre-card">
      <h2>到账款项与票据</h2>
      <Table
        caption="到账款项与票据"
        rows={list}
        columns={[
          { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
          { name: '实收（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
          { name: '汇款日期', nowrap: true, cell: ({ paidOn }) => paidOn ?? '—' },
          { name: '票据', cell: ({ papers }) => <PaperLines papers={papers} /> },
        ]}
      />
    </section>
  )
}
