import { useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { yuan } from '#lib/money.ts'
import { FigureLine } from '#ui/media/FigureLine.tsx'
import { States } from '#ui/States.tsx'

type Totals = Output<ApiContract['GET /staff/fee/totals']>

/** What the filtered fees come to, and how many are in which state; each figure leads to its list. */
export function FeeTotals({ answer }: { answer: Answer<Totals> }) {
  const [query] = useSearchParams()
  const listOf = (state?: string) => {
    const next = new URLSearchParams(query)
    for (const name of ['pageNum', 'state', 'fee']) next.delete(name)
    if (state) next.set('state', state)
    return `/staff/fees?${next}`
  }
  return (
    <States answer={answer} lines={1}>
      {({ count, due, paid, open, waived, states }) => (
        <FigureLine
          figures={[
            { name: '应收（元）', value: yuan(due), note: `${count} 笔`, to: listOf() },
            { name: '实收（元）', value: yuan(paid), note: shareOf(paid, due), to: listOf('confirmed') },
            { name: '待缴（元）', value: yuan(open), to: listOf('open') },
            { name: '减免（元）', value: yuan(waived), to: listOf('waived') },
            ...states.map(({ state, stateName, count }) => ({
              name: stateName,
              value: `${count} 笔`,
              to: listOf(state),
            })),
          ]}
        />
      )}
    </States>
  )
}

const shareOf = (paid: number, due: number) => (due > 0 ? `${Math.floor((paid / due) * 100)}%` : undefined)
