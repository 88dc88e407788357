import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { readRegisterQuery } from '#lib/register/register.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { receivableFilters } from '../receivableFilters.ts'
import type { Route } from './+types/StaffReceivables'
import { ReceivableTotals } from './ReceivableTotals.tsx'
import { owedTones, type Receivable, yuan } from './receivableViews.ts'
import './receivables.css'

export { staffReceivables as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...asked } = readRegisterQuery(receivableFilters, query)
  const { sort: _, columns: __, ...filters } = asked
  const [page, totals] = await Promise.all([
    api('GET /staff/receivable/list', { ...asked, pageNum, pageSize }),
    api('GET /staff/receivable/totals', filters),
  ])
  return { asked, page, totals }
})

/** 应收与实收: what is owed and what has come, of every kind of fee. */
export default function StaffReceivables({ loaderData }: Route.ComponentProps) {
  const { asked } = loaderData
  const answer = useLoaded(loaderData.page)
  const totals = useLoaded(loaderData.totals)
  const kinds = totals.data?.kinds.map(({ kind, name }) => ({ code: kind, name })) ?? []
  return (
    <>
      <ReceivableTotals answer={totals} />
      <section className="desk-card">
        <RegisterTable<Receivable, typeof asked>
          register="receivable"
          caption="应收与实收"
          answer={answer}
          path="/staff/receivables"
          unit="笔"
          filters={registerFilters(receivableFilters, { kind: kinds })}
          asked={asked}
          save={given => saveFile('GET /staff/receivable/export', given)}
          pageOf={page => browserApi('GET /staff/receivable/list', { ...asked, ...page })}
          empty={{
            title: '还没有应收款项',
            children: <p>生成年度会费，或有申请、报名、广告进入缴费环节后，款项会列在这里。</p>,
          }}
          cells={{
            amount: ({ amount }) => <span className="money-figure">{yuan(amount)}</span>,
            received: ({ received }) => <span className="money-figure">{received ? yuan(received) : '—'}</span>,
            stateName: ({ state, stateName, daysLate }) => (
              <Tag tone={daysLate ? 'bad' : owedTones[state]}>{stateName}</Tag>
            ),
          }}
        />
      </section>
    </>
  )
}
