import { Button, Input } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import { type MeetingRule, quorumOf, requiresAttendance, unitOf } from '../meetingRule.ts'
import { countIn, digitsIn, namesIn, type Recording, type TypedAttendance } from './recording.ts'
import type { Meeting } from './StaffMeeting.tsx'

type Props = {
  rule: MeetingRule & { sentences: readonly string[] }
  recording: Recording
  hasLast: boolean
  /** As it was checked in; null: it is typed. */
  counted: Meeting['counted']
  isWritten: boolean
  errors: Record<string, string>
}

export function MeetingAttendance({ rule, recording, hasLast, counted, isWritten, errors }: Props) {
  const { attendance, setAttendance } = recording
  const isAsked = requiresAttendance(rule)
  const set = (name: keyof TypedAttendance) => (typed: string) => setAttendance({ ...attendance, [name]: typed })
  const of = { attendance, errors, set }
  const entitled = countIn(attendance.entitled)
  const needed = entitled === null ? null : quorumOf(rule, entitled)
  const unit = unitOf(rule)
  const named = namesIn(attendance.names).length
  return (
    <fieldset className="meeting-attendance">
      <legend>出席情况</legend>
      <p>
        {rule.sentences[0]}
        {needed !== null && `：应到 ${entitled} ${unit}时须有 ${needed} ${unit}`}。
      </p>
      {hasLast && (
        <div className="form-actions">
          <Button onClick={recording.sameAsLast}>与上次会议相同</Button>
        </div>
      )}
      <div className="meeting-heads">
        {!counted && (
          <>
            <Count
              {...of}
              name="entitled"
              label="应到人数"
              required={isAsked}
              hint={rule.entitled !== null && entitled !== rule.entitled && `会议规则为 ${rule.entitled} 人`}
            />
            <Count {...of} name="present" label="实到人数" required={isAsked} />
            <Count {...of} name="onLeave" label="请假人数" />
          </>
        )}
        <Name {...of} name="chair" label="主持人" required={isAsked && !isWritten} />
        <Name {...of} name="recorder" label="记录人" required={isAsked} />
      </div>
      {counted ? (
        <p>
          {isWritten
            ? `通讯表决：应参加 ${counted.entitled} ${unit}，参加 ${counted.present} ${unit}。`
            : `按签到：应到 ${counted.entitled} ${unit}，实到 ${counted.present} ${unit}，请假 ${counted.onLeave} ${unit}，现在可以表决 ${counted.votes} ${unit}。记录时以届时的签到为准。`}
          {errors['attendance.present'] && <span className="field-error">{errors['attendance.present']}</span>}
        </p>
      ) : (
        <Field
          name="attendance.names"
          label="出席人员"
          hint={`每行一人，或用顿号隔开；填写的须与实到人数一致${named ? `，现有 ${named} 人` : ''}`}
          error={errors['attendance.names']}
        >
          {described => (
            <Input.TextArea
              {...described}
              autoSize={{ minRows: 2, maxRows: 10 }}
              value={attendance.names}
              onChange={event => set('names')(event.target.value)}
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}

type OneProps = {
  name: keyof TypedAttendance
  label: string
  required?: boolean
  hint?: string | false
  attendance: TypedAttendance
  errors: Record<string, string>
  set: (name: keyof TypedAttendance) => (typed: string) => void
}

const Count = ({ name, label, required, hint, attendance, errors, set }: OneProps) => (
  <Field name={`attendance.${name}`} label={label} required={required} hint={hint} error={errors[`attendance.${name}`]}>
    {described => (
      <Input
        {...described}
        inputMode="numeric"
        autoComplete="off"
        suffix="人"
        value={attendance[name]}
        onChange={event => set(name)(digitsIn(event.target.value))}
      />
    )}
  </Field>
)

const Name = ({ name, label, required, attendance, errors, set }: OneProps) => (
  <Field name={`attendance.${name}`} label={label} required={required} error={errors[`attendance.${name}`]}>
    {described => (
      <Input
        {...described}
        autoComplete="off"
        maxLength={30}
        value={attendance[name]}
        onChange={event => set(name)(event.target.value)}
      />
    )}
  </Field>
)
