import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'

type Papers = Output<ApiContract['GET /member/paper/list']>['list'][number]['papers']

/** The papers of one payment, each with when it comes; what is issued links to where it is saved. */
export const PaperLines = ({ papers }: { papers: Papers }) => (
  <>
    {papers.map(({ paper, paperName, state, words }) => (
      <div key={paper}>
        {paperName}：{state === 'issued' ? <Link to="/admin/user/invoices">{words}</Link> : words}
      </div>
    ))}
  </>
)

/** The same for all payments of one kind, by their ids within it; nothing for what has not come. */
export function usePaymentPapers(kind: string): (payableId: number) => Papers {
  const { data } = useApi('GET /member/paper/list', { kind, pageSize: 100 })
  return id => data?.list.find(({ payableId }) => payableId === id)?.papers ?? []
}

/** Card with the papers of one payment on its own page; nothing where there are none. */
export function PaymentPapers({ kind, payableId }: { kind: string; payableId: number }) {
  const { data } = useApi('GET /member/paper/list', { kind, payableId })
  const papers = data?.list[0]?.papers ?? []
  if (papers.length === 0) return null
  return (
    <section className="centre-card">
      <h2>票据</h2>
      <PaperLines papers={papers} />
    </section>
  )
}
