import { Button, Checkbox } from 'antd'
import { decisionName } from '../decisionWords.ts'
import type { Case, Decision } from './caseDecisions.ts'

type Props = {
  of: Case
  /** Number of fields and files with a remark. */
  asked: number
  onAsk: (action: Decision) => void
  /** Puts it on the agenda of the meeting that votes on it. */
  onMeet: () => void
  onHelp: () => void
  goesOn: boolean
  turnGoesOn: (on: boolean) => void
}

const KEYS: Record<Decision, string> = { pass: 'A', return: 'R', reject: 'D' }

export function StaffCaseBar({ of, asked, onAsk, onMeet, onHelp, goesOn, turnGoesOn }: Props) {
  if (of.canDo.length === 0) return null
  // Highlight the return as soon as there are remarks, which only a return sends.
  const main: Decision = asked > 0 ? 'return' : 'pass'
  return (
    <section className="case-bar" aria-label="办理">
      {of.meeting && (
        <Button type="primary" aria-keyshortcuts={KEYS.pass} onClick={onMeet}>
          {of.meeting.open ? '打开所在的会议' : '列入会议议程'}
          <span className="key" aria-hidden="true">
            {KEYS.pass}
          </span>
        </Button>
      )}
      {of.canDo.map(action => {
        // Where a meeting votes, its key leads there.
        const key = of.meeting && action === 'pass' ? undefined : KEYS[action]
        return (
          <Button
            key={action}
            type={action === main && !of.meeting ? 'primary' : 'default'}
            danger={action === 'reject'}
            aria-keyshortcuts={key}
            onClick={() => onAsk(action)}
          >
            {of.meeting && action === 'pass' ? '不经会议直接通过' : decisionName(of.status, action)}
            {action === 'return' && asked > 0 && `（${asked} 处）`}
            {key && (
              <span className="key" aria-hidden="true">
                {key}
              </span>
            )}
          </Button>
        )
      })}
      <span className="case-bar-more">
        <Checkbox checked={goesOn} onChange={event => turnGoesOn(event.target.checked)}>
          办完打开下一份
        </Checkbox>
        <button type="button" className="keys-button" onClick={onHelp}>
          <kbd>?</kbd> 快捷键
        </button>
      </span>
    </section>
  )
}
