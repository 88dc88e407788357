import { useEffect, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import { CodeInput } from './CodeInput.tsx'

type Props = {
  name: string
  label: string
  scene: string
  /** Phone that receives the code; default: the account's own. */
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
        <CodeInput
          described={described}
          value={value}
          onChange={onChange}
          ask={ask}
          busy={busy}
          isSent={left > 0}
          left={left}
        />
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
