import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'

type Props = {
  name: string
  label: string
  scene: 'changePhone' | 'newPhone' | 'changePwd'
  /** Where the code goes; absent: to the account's own phone. */
  phone?: string
  value: string
  onChange: (value: string) => void
  error?: string
}

/** A code by SMS: asked for here, at most once a minute, and typed in. */
export function MyCodeField({ name, label, scene, phone, value, onChange, error }: Props) {
  const { submit, busy, error: refused } = useSubmit('POST /member/getCode')
  const [left, startFrom] = useCountdown()
  const ask = async () => {
    const sent = await submit({ scene, phone: phone || undefined })
    if (sent) startFrom(sent.interval)
  }
  return (
    <Field name={name} label={label} required error={error ?? refused?.message}>
      {described => (
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
            {left > 0 && '验证码已发送，5 分钟内有效'}
          </span>
        </span>
      )}
    </Field>
  )
}

function useCountdown() {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft] as const
}
