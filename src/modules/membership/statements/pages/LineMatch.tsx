import { Link } from 'react-router'
import { minute } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import type { Line } from '#modules/membership/fees/pages/feeViews.ts'
import { Tag } from '#ui/Tag.tsx'

/** What a payment paid, or seems to pay: how sure that is, why, and what speaks against it. */
export function LineMatch({ line: { paid, proposal, decidedName, decidedAt, state } }: { line: Line }) {
  const shown = paid ?? proposal
  if (!shown) return <span className="bank-why">{state === 'open' ? '没有找到相近的款项' : '—'}</span>
  return (
    <div className="bank-proposal">
      <p>
        <Tag tone="water">{shown.kindName}</Tag> <Link to={shown.route}>{shown.name}</Link>
      </p>
      <p>
        {shown.about}，{yuan(shown.amount)} 元
      </p>
      {proposal && (
        <p className="bank-why">
          <Tag tone={proposal.certain ? 'good' : 'plain'}>
            {proposal.certain ? '有把握' : '须核对'} {proposal.score}
          </Tag>{' '}
          {proposal.reason}
        </p>
      )}
      {proposal?.problem && <p className="bank-problem">{proposal.problem}</p>}
      {paid && decidedAt && (
        <p className="bank-why">
          {decidedName} 于 {minute(decidedAt)} 入账
        </p>
      )}
    </div>
  )
}
