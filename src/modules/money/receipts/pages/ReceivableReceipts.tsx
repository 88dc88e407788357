import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { IssueReceipts } from './IssueReceipts.tsx'
import { receiptTones } from './receiptViews.ts'
import { useSeriesFor } from './useSeriesFor.ts'

type Of = Output<ApiContract['GET /staff/receivable/detail']>

/** The receipts that were written for a payment, and writing one. */
export function ReceivableReceipts({ of, reload }: { of: Of; reload: () => void }) {
  const series = useSeriesFor([of])
  const mayIssue = useMay('staff:finance') && of.net > 0 && of.receiptNumber === ''
  if (!mayIssue && of.receipts.length === 0) return null
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>收据</h2>
        {mayIssue && <IssueReceipts rows={[of]} done={reload} />}
      </div>
      {of.receipts.length === 0 ? (
        <p>
          没有收据。
          {series?.length === 0 ? (
            <>
              还没有适用于{of.kindName}的收据系列，先到<Link to="/staff/receipt-series">收据系列</Link>设好前缀和编号。
            </>
          ) : (
            <>
              号码按<Link to="/staff/receipt-series">收据系列</Link>连续编。
            </>
          )}
        </p>
      ) : (
        <Table
          caption="这笔款项的收据"
          rows={of.receipts}
          columns={[
            {
              name: '号码',
              nowrap: true,
              cell: ({ id, number }) => <Link to={`/staff/receipts/${id}`}>{number}</Link>,
            },
            { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
            { name: '开具日期', nowrap: true, cell: ({ issuedOn }) => issuedOn },
            { name: '状态', cell: one => <StateTag of={one} tones={receiptTones} /> },
            {
              name: '文件',
              nowrap: true,
              cell: ({ id, number }) => (
                <DownloadButton from="GET /staff/receipt/file" input={{ id }}>
                  下载<span className="hidden-text">：{number}</span>
                </DownloadButton>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
