import { Button } from 'antd'
import { useState } from 'react'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { yuan } from '#lib/money.ts'
import { receivables } from '#modules/money/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { IssueEInvoices } from '../../einvoices/pages/IssueEInvoices.tsx'
import { IssueReceipts } from '../../receipts/pages/IssueReceipts.tsx'
import { receivableFilters } from '../receivableFilters.ts'
import type { Route } from './+types/StaffReceivables'
import { ReceivableTotals } from './ReceivableTotals.tsx'
import { owedTones } from './receivableViews.ts'

export { staffReceivables as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const { sort: _, columns: __, ...filters } = receivables.askedIn(address.query)
  const [list, totals] = await Promise.all([
    receivables.load(api, address),
    api('GET /staff/receivable/totals', filters),
  ])
  return { ...list, totals }
})

/** 应收与实收: what is owed and what has come, of every kind of fee. */
export default function StaffReceivables({ loaderData }: Route.ComponentProps) {
  const totals = useLoaded(loaderData.totals)
  const [byKind, showByKind] = useState(false)
  const kinds = totals.data?.kinds.map(({ kind, name }) => ({ code: kind, name })) ?? []
  return (
    <RegisterTable
      of={receivables}
      loaded={loaderData}
      unit="笔"
      above={<ReceivableTotals answer={totals} byKind={byKind} />}
      filters={registerFilters(receivableFilters, { kind: kinds })}
      acts={(chosen, done) => (
        <>
          <IssueEInvoices rows={chosen} done={done} />
          <IssueReceipts rows={chosen} done={done} />
        </>
      )}
      actions={
        <Button aria-expanded={byKind} onClick={() => showByKind(!byKind)}>
          各种类的合计
        </Button>
      }
      empty={{
        title: '还没有应收款项',
        children: <p>生成年度会费，或有申请、报名、广告进入缴费环节后，款项会列在这里。</p>,
      }}
      cells={{
        amount: ({ amount }) => yuan(amount),
        received: ({ received }) => (received ? yuan(received) : '—'),
        refunded: ({ refunded }) => (refunded ? yuan(refunded) : '—'),
        net: ({ received, net }) => (received ? yuan(net) : '—'),
        stateName: ({ state, stateName, daysLate }) => (
          <Tag tone={daysLate ? 'bad' : owedTones[state]}>{stateName}</Tag>
        ),
      }}
    />
  )
}
