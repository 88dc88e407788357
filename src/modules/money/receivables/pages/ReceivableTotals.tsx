import { Link, useSearchParams } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import { States } from '#ui/States.tsx'
import { type Totals, yuan } from './receivableViews.ts'

/** What the filtered records come to, in all and by kind; each figure leads to its list. */
export function ReceivableTotals({ answer }: { answer: Answer<Totals> }) {
  const [query] = useSearchParams()
  /** The same filters with others besides. */
  const listOf = (more: Record<string, string>) => {
    const next = new URLSearchParams(query)
    for (const name of ['pageNum', 'state', 'overdue', 'age']) next.delete(name)
    for (const [name, value] of Object.entries(more)) next.set(name, value)
    return `/staff/receivables?${next}`
  }
  return (
    <section className="desk-card">
      <h2>合计</h2>
      <States answer={answer} lines={3}>
        {totals => (
          <div className="table-scroll">
            <table className="table money-totals">
              <caption className="hidden-text">应收与实收合计</caption>
              <thead>
                <tr>
                  {['种类', '笔数', '应收（元）', '实收（元）', '退款（元）', '未收（元）', '已逾期（元）'].map(
                    name => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {totals.kinds
                  .filter(({ count }) => count > 0)
                  .map(of => (
                    <Row key={of.kind} name={of.name} of={of} to={more => listOf({ kind: of.kind, ...more })} />
                  ))}
                <Row name="合计" of={totals} to={listOf} />
              </tbody>
            </table>
          </div>
        )}
      </States>
    </section>
  )
}

type RowProps = {
  name: string
  of: Omit<Totals, 'kinds'>
  to: (more: Record<string, string>) => string
}

const Row = ({ name, of, to }: RowProps) => (
  <tr>
    <th scope="row" data-name="种类">
      <div>
        <Link to={to({})}>{name}</Link>
      </div>
    </th>
    <Figure name="笔数">{of.count}</Figure>
    <Figure name="应收（元）">{yuan(of.due)}</Figure>
    <Figure name="实收（元）">
      <Link to={to({ state: 'paid' })}>{yuan(of.received)}</Link>
    </Figure>
    <Figure name="退款（元）">
      <Link to={to({ state: 'refunded' })}>{yuan(of.refunded)}</Link>
    </Figure>
    <Figure name="未收（元）">
      <Link to={to({ state: 'open' })}>{yuan(of.open)}</Link>
      <small>{of.openCount} 笔</small>
    </Figure>
    <Figure name="已逾期（元）">
      <Link to={to({ overdue: 'yes' })}>{yuan(of.overdue)}</Link>
      <small>{of.overdueCount} 笔</small>
    </Figure>
  </tr>
)

const Figure = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <td data-name={name}>
    <div className="money-figure">{children}</div>
  </td>
)
