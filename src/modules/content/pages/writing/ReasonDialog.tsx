import { Button, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/form/Field.tsx'
import '#ui/form/form.css'

type Props = {
  title: string
  hint?: string
  /** Of the reason; without it none is asked for. */
  label?: string
  /** None need be given. */
  isOptional?: boolean
  action: string
  busy: boolean
  onDone: (reason: string) => void
  onCancel: () => void
}

/** Asks before something that others will notice, and why where they will want to know. */
export function ReasonDialog({ title, hint, label, isOptional = false, action, busy, onDone, onCancel }: Props) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (label && !isOptional && reason.trim() === '') setError('请填写原因')
    else onDone(reason.trim())
  }
  return (
    <Modal title={title} open onCancel={onCancel} footer={null}>
      <form noValidate onSubmit={submit}>
        {hint && <p>{hint}</p>}
        {label && (
          <Field name="reason" label={label} required={!isOptional} error={error}>
            {described => (
              <Input.TextArea
                {...described}
                autoFocus
                autoSize={{ minRows: 3, maxRows: 8 }}
                maxLength={500}
                value={reason}
                onChange={event => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            {action}
          </Button>
          <Button onClick={onCancel}>取消</Button>
        </div>
      </form>
    </Modal>
  )
}
