import { Button, Checkbox } from 'antd'
import { type Case, type Decision, decisionName } from './caseDecisions.ts'

type Props = {
  of: Case
  /** Number of fields and files with a remark. */
  asked: number
  onAsk: (action: Decision) => void
  onHelp: () => void
  goesOn: boolean
  turnGoesOn: (on: boolean) => void
}

const KEYS: Record<Decision, string> = { pass: 'A', return: 'R', reject: 'D' }

export function StaffCaseBar({ of, asked, onAsk, onHelp, goesOn, turnGoesOn }: Props) {
  if (of.canDo.length === 0) return null
  // Highlight the return as soon as there are remarks, which only a return sends.
  const main: Decision = asked > 0 ? 'return' : 'pass'
  return (
    <section className="case-bar" aria-label="办理">
      {of.canDo.map(action => (
        <Button
          key={action}
          type={action === main ? 'primary' : 'default'}
          danger={action === 'reject'}
          aria-keyshortcuts={KEYS[action]}
          onClick={() => onAsk(action)}
        >
          {decisionName(of.status, action)}
          {action === 'return' && asked > 0 && `（${asked} 处）`}
          <span className="key" aria-hidden="true">
            {KEYS[action]}
          </span>
        </Button>
      ))}
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
