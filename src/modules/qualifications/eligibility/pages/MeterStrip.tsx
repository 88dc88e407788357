import type { FormValues } from '#lib/form/form.ts'
import { Tag } from '#ui/Tag.tsx'
import {
  type Condition,
  type ConditionsLevel,
  conditionStatus,
  conditionsOf,
  levelStatus,
  withFormValue,
} from './conditions.ts'
import { EligibilityMeter } from './EligibilityMeter.tsx'
import { useEligibility } from './useEligibility.ts'

type Props = {
  childId: number
  /** The level of the certificate, where the form does not ask for one. */
  levelName: string
  values: FormValues
}

/** The conditions of the level that is asked for, in sight while the form is filled in; it can be filled in without, too. */
export function MeterStrip({ childId, levelName, values }: Props) {
  const { data } = useEligibility(childId)
  if (!data) return null
  const level = data.levels.find(one =>
    'levelCode' in values ? one.levelCode === values.levelCode : one.levelName === levelName,
  )
  if (!level) return <p className="meter-strip">选择申请级别后，这里会对照该级别的条件。</p>
  const items = conditionsOf(level, data.people).map(item => withFormValue(item, values))
  return <Strip level={level} items={items} />
}

function Strip({ level: { levelName }, items }: { level: ConditionsLevel; items: Condition[] }) {
  const { tone, words } = levelStatus(items)
  return (
    <details className="meter-strip">
      <summary>
        <b>{levelName}条件对照</b>
        <Tag tone={tone}>{words}</Tag>
        <span className="meter-strip-items">
          {items.map(item => (
            <span key={item.label} data-tone={conditionStatus(item).tone}>
              {item.label} {item.have ?? '—'}/{item.needed}
            </span>
          ))}
        </span>
      </summary>
      <EligibilityMeter items={items} />
    </details>
  )
}
