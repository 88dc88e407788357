import { Button, Input } from 'antd'

type Props = {
  /** Props passed on from the surrounding form field. */
  described: object
  value: string
  onChange: (value: string) => void
  ask: () => Promise<void>
  busy: boolean
  isSent: boolean
  /** Seconds until the next code can be requested. */
  left?: number
}

/** A code by SMS, and the button that asks for it. */
export const CodeInput = ({ described, value, onChange, ask, busy, isSent, left = 0 }: Props) => (
  <span className="code-field">
    <Input
      {...described}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={event => onChange(event.target.value)}
    />
    <Button loading={busy} disabled={left > 0} onClick={() => void ask()}>
      {left > 0 ? `${left} 秒后可再获取` : '获取验证码'}
    </Button>
    <span role="status" className="hidden-text">
      {isSent && '验证码已发送，5 分钟内有效'}
    </span>
  </span>
)
