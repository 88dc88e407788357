import './people.css'

type Props = { of: { hours: number; hoursNeeded: number } }

/** 24 学时中已有 16. */
export const StudyHours = ({ of: { hours, hoursNeeded } }: Props) =>
  hoursNeeded === 0 ? (
    '不要求'
  ) : (
    <span className="study-hours">
      {hoursNeeded} 学时中已有 {hours}
      <meter min={0} max={hoursNeeded} value={Math.min(hours, hoursNeeded)} aria-label="换证所需的继续教育学时" />
    </span>
  )
