import { Link } from 'react-router'
import { yuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import type { Day } from './closingViews.ts'

/** What nobody has settled up to that day, by name, and how many papers bear its date. */
export function StillOpen({ of: { claims, bankLines, papers } }: { of: Day }) {
  return (
    <>
      <div className="closing-open">
        <Open
          title={`缴费凭证待确认 ${claims.total} 笔`}
          of={claims}
          to={({ id }) => `/staff/receivables/${id}`}
          all="/staff/receivables?state=claimed"
        />
        <Open
          title={`银行流水待入账 ${bankLines.total} 笔`}
          of={bankLines}
          to={({ id }) => `/staff/statements/${id}`}
          all="/staff/statements"
        />
      </div>
      <Facts
        facts={[
          ['当日发票与票据', `${papers.invoices} 张`],
          ['当日收据', `${papers.receipts} 张`],
        ]}
      />
    </>
  )
}

type Listed = Day['claims']
type Props = { title: string; of: Listed; to: (one: Listed['list'][number]) => string; all: string }

const Open = ({ title, of: { list, total }, to, all }: Props) => (
  <section>
    <h3>{title}</h3>
    {total === 0 ? (
      <p>没有。</p>
    ) : (
      <ul role="list">
        {list.map((one, at) => (
          <li key={`${one.id} ${at}`}>
            <span>
              <Link to={to(one)}>{one.name || '未写付款人'}</Link>
              <small>
                {one.day}　{one.about}
              </small>
            </span>
            <span className="money-figure">{yuan(one.amount)}</span>
          </li>
        ))}
      </ul>
    )}
    {total > list.length && <Link to={all}>查看全部 {total} 笔</Link>}
  </section>
)
