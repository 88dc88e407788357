import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import { yuan } from './feeViews.ts'

type Totals = Output<ApiContract['GET /staff/fee/totals']>

/** What the filtered fees come to. */
export const FeeTotals = ({ answer }: { answer: Answer<Totals> }) => (
  <States answer={answer} lines={2}>
    {({ count, due, paid, open, waived, states }) => (
      <>
        <dl className="fee-totals">
          <Total name="应收" amount={due} note={`${count} 笔`} />
          <Total name="实收" amount={paid} note={due > 0 ? `${Math.floor((paid / due) * 100)}%` : ''} />
          <Total name="待缴" amount={open} />
          <Total name="减免" amount={waived} />
        </dl>
        <p className="fee-states">
          {states.map(({ state, stateName, count }) => (
            <span key={state}>
              {stateName} {count} 笔
            </span>
          ))}
        </p>
      </>
    )}
  </States>
)

const Total = ({ name, amount, note }: { name: string; amount: number; note?: string }) => (
  <div>
    <dt>{name}（元）</dt>
    <dd>
      {yuan(amount)}
      {note && <small>{note}</small>}
    </dd>
  </div>
)
