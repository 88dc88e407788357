import { minute } from '#lib/dates.ts'
import { Tag } from './Tag.tsx'

type Escalation = { id: number; ruleName: string; daysOver: number; toldTo: string; at: string }

export const Escalations = ({ escalations }: { escalations: readonly Escalation[] }) =>
  escalations.length > 0 && (
    <ul className="escalations" role="list" aria-label="督办记录">
      {escalations.map(({ id, ruleName, daysOver, toldTo, at }) => (
        <li key={id}>
          <Tag tone="bad">督办</Tag> {minute(at)} 因“{ruleName}”告知{toldTo}
          {daysOver > 0 && `（当时超过 ${daysOver} 个工作日）`}
        </li>
      ))}
    </ul>
  )
