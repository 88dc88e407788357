import { Input, Radio } from 'antd'
import { fieldId } from '#ui/form/Field.tsx'
import { outcomeNames, outcomes } from '../board.ts'
import type { Decision } from './recording.ts'

type Props = { id: number; title: string; decision: Decision; decide: (decision: Decision) => void }

/** What became of one item, and why, where it did not pass. */
export const BoardOutcomes = ({ id, title, decision: { outcome, reason }, decide }: Props) => (
  <>
    <Radio.Group
      aria-label={`${title}的结果`}
      value={outcome}
      onChange={event => decide({ outcome: event.target.value, reason })}
      options={outcomes.map(value => ({ value, label: outcomeNames[value] }))}
    />
    {outcome !== 'pass' && (
      <Input
        id={fieldId(String(id))}
        aria-label={`${title}：${outcome === 'reject' ? '不予通过的理由' : '再议的原因（选填）'}`}
        placeholder={outcome === 'reject' ? '理由，申请人会看到' : '原因（选填）'}
        maxLength={500}
        value={reason}
        onChange={event => decide({ outcome, reason: event.target.value })}
      />
    )}
  </>
)
