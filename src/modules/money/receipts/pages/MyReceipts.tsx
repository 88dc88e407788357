import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { receiptTones } from './receiptViews.ts'

type Own = Output<ApiContract['GET /member/receipt/list']>

/** The receipts of whoever looks, to be saved and printed; nothing where there are none. */
export function MyReceipts({ receipts }: { receipts: Own }) {
  if (receipts.total === 0) return null
  return (
    <section className="centre-card">
      <h2>收据</h2>
      <Table
        caption="收据"
        rows={receipts.list}
        columns={[
          { name: '号码', nowrap: true, cell: ({ number }) => number },
          { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
          { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
          { name: '开具日期', nowrap: true, cell: ({ issuedOn }) => issuedOn },
          {
            name: '状态',
            nowrap: true,
            cell: row => <StateTag of={row} tones={receiptTones} />,
          },
          {
            name: '文件',
            nowrap: true,
            cell: ({ id, number }) => (
              <DownloadButton from="GET /member/receipt/file" input={{ id }}>
                下载、打印<span className="hidden-text">：{number}</span>
              </DownloadButton>
            ),
          },
        ]}
      />
    </section>
  )
}
