import { Checkbox } from 'antd'
import { useState } from 'react'
import { StaffReason } from './StaffReason.tsx'
import { type RemarkDrafts, remarkId } from './useRemarks.ts'

type Props = { name: string; label: string; remarking: RemarkDrafts }

/** Ticked, it asks the applicant to mend this one. */
export function StaffRemark({ name, label, remarking: { reasons, textOf, errorOf, write, drop } }: Props) {
  const text = textOf(name)
  const [isAsked, ask] = useState(false)
  const turn = (isOn: boolean) => {
    ask(isOn)
    if (isOn) write(name, '')
    else drop(name)
  }
  return (
    <div className="case-remark">
      <Checkbox checked={text !== undefined} onChange={event => turn(event.target.checked)}>
        要求补正<span className="hidden-text">：{label}</span>
      </Checkbox>
      {text !== undefined && (
        <StaffReason
          id={remarkId(name)}
          reasons={reasons?.remark}
          error={errorOf(name)}
          max={500}
          label={`对“${label}”的要求`}
          value={text}
          isAsked={isAsked}
          onChange={next => write(name, next)}
        />
      )}
    </div>
  )
}
