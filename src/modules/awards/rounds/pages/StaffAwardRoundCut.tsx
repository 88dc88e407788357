import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { type Cut, cutInto } from '../ranking.ts'
import type { RankedEntry, RoundResult } from './StaffAwardRoundResult.tsx'

type Props = {
  result: RoundResult
  here: readonly RankedEntry[]
  apply: (levels: Map<number, string | null>) => void
}

/** Fills the proposals in by how many of each level there are, or from which score on; what comes of it is shown first. */
export function StaffAwardRoundCut({ result: { levels }, here, apply }: Props) {
  const [by, choose] = useState<Cut['by']>('numbers')
  const [typed, type] = useState<Record<string, string>>({})
  const numberFor = (code: string) => {
    const value = Number(String(typed[code] ?? '').normalize('NFKC'))
    return typed[code]?.trim() && value >= 0 ? value : null
  }
  const cut = { by, levels: levels.map(({ code }) => ({ code, value: numberFor(code) })) }
  const ranked = here.map(({ entryId: id, rank, score }) => ({ id, rank: rank!, score: score! }))
  const given = cutInto(ranked, cut)
  const count = (code: string | null) => [...given.values()].filter(one => one === code).length
  const isAsked = levels.some(({ code }) => numberFor(code) !== null)
  return (
    <fieldset className="round-cut">
      <legend>按名额或分数线填写</legend>
      <Radio.Group
        value={by}
        onChange={event => choose(event.target.value)}
        options={[
          { value: 'numbers', label: '按名额' },
          { value: 'lines', label: '按分数线' },
        ]}
        aria-label="方式"
      />
      <div className="round-levels">
        {levels.map(({ code, name }) => (
          <label key={code} htmlFor={`cut-${code}`}>
            {name}
            <Input
              id={`cut-${code}`}
              inputMode="decimal"
              suffix={by === 'numbers' ? '项' : '分起'}
              value={typed[code] ?? ''}
              onChange={event => type({ ...typed, [code]: event.target.value })}
            />
          </label>
        ))}
      </div>
      <p aria-live="polite">
        {isAsked
          ? `${levels.map(({ code, name }) => `${name} ${count(code)} 项`).join('，')}，其余 ${count(null)} 项不入选。`
          : '填写后显示结果。'}
        {by === 'numbers' && '并列的不拆开：名额不够时一并列入下一等级。'}
      </p>
      <Button disabled={!isAsked} onClick={() => apply(given)}>
        填入下面的建议
      </Button>
    </fieldset>
  )
}
