import '../../receivables/pages/receivables.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { formatYuan } from '#lib/money.ts'
import { receivables } from '#modules/money/pages/registers.ts'
import { FigureLine } from '#ui/media/FigureLine.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { IssueEInvoices } from '../../einvoices/pages/IssueEInvoices.tsx'
import { PrintLetters } from '../../letters/pages/PrintLetters.tsx'
import { IssueReceipts } from '../../receipts/pages/IssueReceipts.tsx'
import { receivableFilters } from '../../receivableFilters.ts'
import { ReceiveMany } from '../../receivables/pages/ReceiveMany.tsx'
import { owedTones, type Totals } from '../../receivables/pages/receivableViews.ts'
import type { Route } from './+types/StaffReceivables'

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
  const { sort: _, columns: __, ...filters } = loaderData.asked
  const mayMove = useMay('staff:finance')
  const kinds = totals.data?.kinds.map(({ kind, name }) => ({ code: kind, name })) ?? []
  return (
    <RegisterTable
      of={receivables}
      loaded={loaderData}
      unit="笔"
      above={<ReceivableTotals answer={totals} byKind={byKind} />}
      filters={registerFilters(receivableFilters, { kind: kinds })}
      acts={(chosen, done) =>
        mayMove && (
          <>
            <ReceiveMany rows={chosen} done={done} />
            <IssueEInvoices rows={chosen} done={done} />
            <IssueReceipts rows={chosen} done={done} />
            <PrintLetters which={{ ids: chosen.map(({ id }) => id).join(',') }} whose="所选款项" done={done} />
          </>
        )
      }
      actions={
        <>
          <Button aria-expanded={byKind} onClick={() => showByKind(!byKind)}>
            各种类的合计
          </Button>
          <PrintLetters which={filters} whose="当前筛选下的款项" done={totals.reload} />
        </>
      }
      empty={{
        title: '还没有应收款项',
        children: <p>生成年度会费，或有申请、报名、广告进入缴费环节后，款项会列在这里。</p>,
      }}
      cells={{
        amount: ({ amount }) => formatYuan(amount),
        received: ({ received }) => (received ? formatYuan(received) : '—'),
        open: ({ open }) => (open ? formatYuan(open) : '—'),
        refunded: ({ refunded }) => (refunded ? formatYuan(refunded) : '—'),
        net: ({ received, net }) => (received ? formatYuan(net) : '—'),
        stateName: ({ state, stateName, daysLate }) => (
          <Tag tone={daysLate ? 'bad' : owedTones[state]}>{stateName}</Tag>
        ),
      }}
    />
  )
}

type Row = Omit<Totals, 'kinds'> & { kind: string; name: string }
/** `narrowed`: by what the list is narrowed that the sum is counted from. */
type Sum = {
  name: string
  amountOf: (row: Row) => number
  countOf?: (row: Row) => number
  narrowed: Record<string, string>
}

const SUMS: readonly Sum[] = [
  { name: '应收（元）', amountOf: row => row.due, countOf: row => row.count, narrowed: {} },
  { name: '实收（元）', amountOf: row => row.received, narrowed: { state: 'paid' } },
  { name: '退款（元）', amountOf: row => row.refunded, narrowed: { refunded: 'yes' } },
  { name: '净收（元）', amountOf: row => row.net, narrowed: { state: 'paid' } },
  { name: '未收（元）', amountOf: row => row.open, countOf: row => row.openCount, narrowed: { state: 'open' } },
  {
    name: '已逾期（元）',
    amountOf: row => row.overdue,
    countOf: row => row.overdueCount,
    narrowed: { overdue: 'yes' },
  },
]

/** Totals of the filtered records, optionally by kind; each figure links to its list. */
function ReceivableTotals({ answer, byKind }: { answer: Answer<Totals>; byKind: boolean }) {
  const [query] = useSearchParams()
  /** The same filters with others besides. */
  const listOf = ({ kind }: Row, narrowed: Sum['narrowed'] = {}) => {
    const next = new URLSearchParams(query)
    for (const name of ['pageNum', 'state', 'overdue', 'age', 'refunded']) next.delete(name)
    for (const [name, value] of Object.entries(kind ? { kind, ...narrowed } : narrowed)) next.set(name, value)
    return `/staff/receivables?${next}`
  }
  const figureOf = (row: Row, { name, amountOf, countOf, narrowed }: Sum) => ({
    name,
    value: formatYuan(amountOf(row)),
    note: countOf && `${countOf(row)} 笔`,
    to: listOf(row, narrowed),
  })
  const all = answer.data && { ...answer.data, kind: '', name: '合计' }
  return (
    <div className="money-totals">
      <States answer={{ ...answer, data: all }} lines={1}>
        {row => <FigureLine figures={SUMS.map(sum => figureOf(row, sum))} />}
      </States>
      {byKind && (
        <DataTable
          caption="应收与实收合计"
          answer={{
            ...answer,
            data: answer.data && all && [...answer.data.kinds.filter(({ count }) => count > 0), all],
          }}
          keyOf={row => row.kind}
          empty={{ title: '没有款项' }}
          columns={[
            { name: '种类', nowrap: true, cell: row => <Link to={listOf(row)}>{row.name}</Link> },
            ...SUMS.map(sum => ({
              name: sum.name,
              isFigure: true,
              cell: (row: Row) => {
                const { value, note, to } = figureOf(row, sum)
                return (
                  <span className="money-figure">
                    <Link to={to}>{value}</Link>
                    {note && <small>{note}</small>}
                  </span>
                )
              },
            })),
          ]}
        />
      )}
    </div>
  )
}
