import { Input } from 'antd'
import { RemarkNote } from './RemarkNote.tsx'

export type ReviewRemark = { label: string; text: string; answer?: string }
type Props = { name: string; remark: ReviewRemark; answer: string; onAnswer?: (text: string) => void }

export const Remark = ({ name, remark, answer, onAnswer }: Props) => (
  <RemarkNote text={remark.text}>
    {onAnswer ? (
      <label htmlFor={`answer-${name || 'whole'}`}>
        说明（选填）
        <Input.TextArea
          id={`answer-${name || 'whole'}`}
          autoSize={{ minRows: 1, maxRows: 6 }}
          count={{ show: true, max: 500 }}
          value={answer}
          onChange={event => onAnswer(event.target.value)}
        />
      </label>
    ) : (
      answer && <p>说明：{answer}</p>
    )}
  </RemarkNote>
)
