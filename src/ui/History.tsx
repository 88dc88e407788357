import { minute } from '#lib/dates.ts'
import './timeline.css'

type HistoryEvent = {
  id: number
  name: string
  /** Effective day, if not the day of the entry. */
  day?: string
  reason: string
  changes?: readonly { label: string; before: string; after: string }[]
  actorName: string
  at: string
}

export const History = ({ events }: { events: readonly HistoryEvent[] }) => (
  <ol className="timeline">
    {events.map(({ id, name, day, reason, changes = [], actorName, at }) => (
      <li key={id}>
        <p className="timeline-head">
          <b>{name}</b>
          {day && <span>{day} 起</span>}
          <span>
            {actorName && `${actorName}　`}
            <time dateTime={at}>{minute(at)}</time> 记录
          </span>
        </p>
        {reason && <p className="timeline-opinion">{reason}</p>}
        {changes.length > 0 && (
          <ul>
            {changes.map(({ label, before, after }) => (
              <li key={label}>
                {label && <b>{label}：</b>}
                {before || '空'} → {after || '空'}
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ol>
)
