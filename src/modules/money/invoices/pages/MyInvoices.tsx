import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { yuan } from '#lib/money.ts'
import { MyTitles } from '#modules/membership/titles/pages/MyTitles.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { MyEInvoices } from '../../einvoices/pages/MyEInvoices.tsx'
import { MyReceipts } from '../../receipts/pages/MyReceipts.tsx'
import { MyRefunds } from '../../refunds/pages/MyRefunds.tsx'
import type { Route } from './+types/MyInvoices'

export { myInvoices as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const [page, refunds, receipts, eInvoices] = await Promise.all([
    api('GET /member/invoice/list', listQuery(query)),
    api('GET /member/refund/list', { pageSize: 100 }),
    api('GET /member/receipt/list', { pageSize: 100 }),
    api('GET /member/eInvoice/list', { pageSize: 100 }),
  ])
  return { page, refunds, receipts, eInvoices }
})

/** 我的票据: every paper that was printed for what one paid, to be saved. */
export default function MyInvoices({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  return (
    <>
      <DataTable
        caption="我的票据"
        answer={answer}
        unit="张"
        empty={{ title: '还没有票据', children: <p>缴费到账、协会开具后，会费票据和各种发票都列在这里。</p> }}
        columns={[
          { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
          { name: '金额（元）', cell: ({ amount }) => yuan(amount), nowrap: true },
          { name: '抬头', cell: ({ title }) => title },
          {
            name: '号码',
            cell: ({ number, blueNumber }) => (blueNumber ? `${number}（红字，冲红 ${blueNumber}）` : number),
          },
          { name: '开票日期', cell: ({ issuedOn }) => issuedOn ?? '—', nowrap: true },
          {
            name: '文件',
            cell: ({ file, number }) =>
              file ? (
                <DownloadButton from="GET /file/{id}" input={{ id: file.id, download: '1' }}>
                  下载<span className="hidden-text">：{number}</span>
                </DownloadButton>
              ) : (
                '见消息附件'
              ),
            nowrap: true,
          },
        ]}
      />
      <MyEInvoices answer={loaderData.eInvoices} />
      <MyTitles />
      <MyReceipts receipts={loaderData.receipts} />
      <MyRefunds refunds={loaderData.refunds} />
    </>
  )
}
