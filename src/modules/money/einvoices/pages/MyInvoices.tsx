import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { formatYuan } from '#lib/money.ts'
import { MyTitles } from '#modules/ledger/titles/pages/MyTitles.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { MyPapers } from '../../papers/pages/MyPapers.tsx'
import { MyReceipts } from '../../receipts/pages/MyReceipts.tsx'
import type { Route } from './+types/MyInvoices'
import { eInvoiceTones } from './eInvoiceViews.ts'
import { PaperFiles } from './PaperFiles.tsx'
import { RequestEInvoices } from './RequestEInvoices.tsx'

export { myInvoices as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const [page, receipts, payments, papers] = await Promise.all([
    api('GET /member/invoice/list', listQuery(query)),
    api('GET /member/receipt/list', { pageSize: 100 }),
    api('GET /member/eInvoice/payments', { pageSize: 100 }),
    api('GET /member/paper/list', { pageSize: 20 }),
  ])
  return { page, receipts, payments, papers }
})

/** 我的票据: every paper for what one paid, once, with how it stands; what one may ask a paper for; and receipts. */
export default function MyInvoices({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  const titles = useApi('GET /member/invoiceTitle/list', {})
  const { receipts } = loaderData
  return (
    <>
      <section className="centre-card">
        <DataTable
          caption="我的票据"
          answer={answer}
          unit="张"
          empty={{
            title: receipts.total > 0 ? '还没有会费票据和发票' : '还没有票据',
            children: <p>缴费到账、协会开具后，会费票据和各种发票都列在这里。</p>,
          }}
          columns={[
            { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
            { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
            { name: '抬头', cell: ({ title }) => title },
            {
              name: '号码',
              cell: ({ number, blueNumber }) =>
                [number, blueNumber && `（红字，冲红 ${blueNumber}）`].filter(Boolean).join('') || '—',
            },
            { name: '开票日期', cell: ({ issuedOn }) => issuedOn ?? '—', nowrap: true },
            { name: '状态', cell: row => <StateTag of={row} tones={eInvoiceTones} />, nowrap: true },
            {
              name: '文件',
              cell: ({ files, number }) =>
                number && files.length === 0 ? '随消息发送' : <PaperFiles files={files} number={number} />,
              nowrap: true,
            },
          ]}
        />
      </section>
      <RequestEInvoices payments={loaderData.payments} titles={titles} reload={answer.reload} />
      <MyPapers payments={loaderData.papers} />
      <MyReceipts receipts={receipts} />
      <MyTitles answer={titles} />
    </>
  )
}
