import { Button, Input } from 'antd'
import { useState } from 'react'
import type { Refusal } from '#lib/error.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import '#ui/form/form.css'

type Props = {
  /** Label of the text field and caption of the button. */
  label: string
  hint?: string
  action: string
  busy: boolean
  error: Refusal | undefined
  disabled?: boolean
  note?: string
  /** True: sent, so that what was written is not needed any more. */
  send: (words: string) => Promise<boolean>
}

/** Hands a batch in, with a word for who looks at it. */
export function BatchSend({ label, hint, action, busy, error, disabled, note, send }: Props) {
  const [words, setWords] = useState('')
  const go = async () => {
    if (await send(words)) setWords('')
  }
  return (
    <div className="batch-make">
      <Field name="said" label={label} hint={hint}>
        {described => (
          <Input.TextArea
            {...described}
            value={words}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={event => setWords(event.target.value)}
          />
        )}
      </Field>
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        <Button type="primary" loading={busy} disabled={disabled} onClick={() => void go()}>
          {action}
        </Button>
        {note && <span>{note}</span>}
      </div>
    </div>
  )
}
