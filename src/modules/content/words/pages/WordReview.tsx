import { Alert, Checkbox } from 'antd'
import { labels } from '../../articleValues.ts'
import { type FoundWord, wordKinds } from '../words.ts'

type Props = { found: readonly FoundWord[]; isConfirmed: boolean; confirm: (isConfirmed: boolean) => void }

/** Word check before publishing: forbidden words to remove and doubtful words to confirm. */
export function WordReview({ found, isConfirmed, confirm }: Props) {
  if (found.length === 0) return null
  const isForbidden = found.some(({ kind }) => kind === 'forbidden')
  return (
    <>
      <Alert
        type={isForbidden ? 'error' : 'warning'}
        showIcon
        title={isForbidden ? '有禁用词，修改后才能发布' : '有须核对的用语或疑似遗留'}
        description={
          <ul>
            {found.slice(0, 20).map(({ field, kind, found: text, around, instead, why }) => (
              <li key={`${field} ${kind} ${text}`}>
                {labels[field]}：<b>{text}</b>（{wordKinds[kind]}
                {why && `：${why}`}
                {instead && `，建议写“${instead}”`}）{around !== text && ` ${around}`}
              </li>
            ))}
            {found.length > 20 && <li>……共 {found.length} 处</li>}
          </ul>
        }
      />
      {!isForbidden && (
        <p>
          <Checkbox checked={isConfirmed} onChange={event => confirm(event.target.checked)}>
            已逐处核对，确认这样写（记入审计日志）
          </Checkbox>
        </p>
      )}
    </>
  )
}
