import { Button, Input } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import '#ui/form/form.css'
import type { Round } from '../passing.ts'
import type { Scoring } from './scoring.ts'

type Props = { round: Round; scoring: Scoring; save: () => Promise<void> }

export function ScoreSaving({ round, scoring, save }: Props) {
  const changes = scoring.changesOf(round)
  if (changes.length === 0) return null
  const corrections = changes.filter(({ isCorrection }) => isCorrection).length
  const { error, fields } = scoring
  return (
    <div className="score-saving">
      <p role="status">
        {changes.length} 人的成绩还没有保存
        {error && <span className="field-error">：{error.message}</span>}
      </p>
      {corrections > 0 && (
        <Field
          name="correction"
          label={`更正原因（${corrections} 人的成绩已公布，会通知报名人）`}
          required
          error={fields.reason}
        >
          {described => (
            <Input
              {...described}
              value={scoring.reason}
              maxLength={300}
              onChange={event => scoring.setReason(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="form-actions">
        <Button type="primary" loading={scoring.busy} onClick={() => void save()}>
          保存成绩
        </Button>
        <Button
          onClick={() =>
            scoring.forget(
              round,
              changes.map(({ participantId }) => participantId),
            )
          }
        >
          放弃改动
        </Button>
      </div>
    </div>
  )
}
