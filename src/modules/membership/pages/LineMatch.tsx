import { Link } from 'react-router'
import { minute } from '#lib/dates.ts'
import { Tag } from '#ui/Tag.tsx'
import { type Line, yuan } from './feeViews.ts'

/** The fee that a payment paid, or seems to pay: how sure that is, why, and what speaks against it. */
export function LineMatch({ line: { fee, proposal, decidedName, decidedAt, state } }: { line: Line }) {
  const shown = fee ?? proposal
  if (!shown) return <span className="bank-why">{state === 'open' ? '没有找到相近的会费' : '—'}</span>
  return (
    <div className="bank-proposal">
      <p>
        <Link to={`/staff/fees?fee=${shown.feeId}`}>{shown.name}</Link> {shown.year} 年度，{yuan(shown.amount)} 元
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
      {fee && decidedAt && (
        <p className="bank-why">
          {decidedName} 于 {minute(decidedAt)} 入账
        </p>
      )}
    </div>
  )
}
