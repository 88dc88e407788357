import { Tag } from '#ui/Tag.tsx'
import { type Condition, conditionStatus } from './conditions.ts'
import './eligibility.css'

/** 条件对照 of one level: what it asks for, beside what the register knows of the company. */
export const EligibilityMeter = ({ items }: { items: readonly Condition[] }) =>
  items.length === 0 ? (
    <p className="meter-sentence">这一级别没有人员、资本或业绩方面的数量要求。</p>
  ) : (
    <ul className="meter-grid" role="list">
      {items.map(item => (
        <li key={item.label}>
          <b>{item.label}</b>
          <Bar item={item} />
          <p className="meter-sentence">
            <ConditionTag item={item} /> {item.sentence}
          </p>
          <CountedPeople item={item} />
        </li>
      ))}
    </ul>
  )

/** Names, for whoever wonders why somebody is missing. */
const CountedPeople = ({ item: { counted, left } }: { item: Condition }) =>
  counted.length + left.length > 0 && (
    <details className="meter-people">
      <summary>
        计入 {counted.length} 名{left.length > 0 && `，未计入 ${left.length} 名`}
      </summary>
      <ul>
        {counted.map(({ name, certNo, kindName }) => (
          <li key={certNo}>
            {name}：{kindName} {certNo}
          </li>
        ))}
        {left.map(({ name, why }, i) => (
          <li key={i} className="meter-left">
            {name}：未计入，{why}
          </li>
        ))}
      </ul>
    </details>
  )

const ConditionTag = ({ item }: { item: Condition }) => {
  const { tone, words } = conditionStatus(item)
  return <Tag tone={tone}>{words}</Tag>
}

const MAX_CELLS = 16

/** A cell for each one needed: full, striped where its certificate ends soon, dashed where it is missing. */
function Bar({ item: { have, needed, expiring } }: { item: Condition }) {
  if (have === null) return null
  if (needed > MAX_CELLS)
    return (
      <div className="meter-bar" aria-hidden="true">
        <i style={{ inlineSize: `${Math.min(100, (100 * have) / needed)}%` }} />
      </div>
    )
  const lasting = Math.max(0, have - expiring.length)
  return (
    <div className="meter-cells" aria-hidden="true">
      {Array.from({ length: needed }, (_, i) => (
        <i key={i} data-is={i < lasting ? 'there' : i < have ? 'expiring' : 'missing'} />
      ))}
    </div>
  )
}
