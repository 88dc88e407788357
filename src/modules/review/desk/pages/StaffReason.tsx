import { Input } from 'antd'
import { useId } from 'react'

type Props = {
  id?: string
  reasons: readonly string[] | undefined
  label: string
  max?: number
  value: string
  onChange: (value: string) => void
  /** Set if the field has just been opened, to focus it. */
  isAsked?: boolean
  error?: string | undefined
}

/** Why, in own words or those of a list. */
export function StaffReason({ id: given, reasons = [], label, max = 1000, value, onChange, isAsked, error }: Props) {
  const own = useId()
  const id = given ?? own
  const add = (reason: string) => onChange(value.trim() ? `${value.trim()}；${reason}` : reason)
  return (
    <div className="field reason" data-invalid={error ? true : undefined}>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={max}
        autoFocus={isAsked}
        autoSize={{ minRows: 2, maxRows: 8 }}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        onChange={event => onChange(event.target.value)}
      />
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
      <ul className="reason-list" aria-label="常用理由">
        {reasons
          .filter(reason => !value.includes(reason))
          .slice(0, MAX_SUGGESTIONS)
          .map(reason => (
            <li key={reason}>
              <button type="button" onClick={() => add(reason)}>
                {reason}
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}

const MAX_SUGGESTIONS = 6
