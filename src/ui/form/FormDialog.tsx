import { Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Form } from './Form.tsx'

export type FormDialogFields = readonly FormField[] | ((values: FormValues) => readonly FormField[])

type Props = {
  title: string
  /** Absent where it is only asked once more. */
  fields?: FormDialogFields
  initial?: FormValues
  action: string
  danger?: boolean
  /** Set while there is no record to act on. */
  disabled?: boolean
  /** Throws what the server refuses; else the dialog closes. */
  send: (values: FormValues) => Promise<unknown>
  close: () => void
  onChange?: (values: FormValues) => void
  /** Above the fields: what is about to happen. */
  intro?: ReactNode
  /** Below them. */
  children?: ReactNode
}

/** A short form over the screen. What was typed stays there when it is refused. */
export function FormDialog({ title, fields = [], initial = {}, action, danger, send, close, ...rest }: Props) {
  const { disabled, intro, children, onChange } = rest
  const [values, setValues] = useState(initial)
  const [state, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const submit = async () => {
    setState({ busy: true })
    try {
      await send(values)
      close()
    } catch (error) {
      setState({ busy: false, error: toRefusal(error) })
    }
  }
  const { busy, error } = state
  const asked = typeof fields === 'function' ? fields(values) : fields
  const faults = asked.length > 0 ? error?.fields : undefined
  return (
    <Modal title={title} open onCancel={close} footer={null}>
      {intro}
      <Form
        fields={asked}
        values={values}
        onChange={changed => {
          setValues(changed)
          onChange?.(changed)
        }}
        errors={faults}
        onSubmit={() => void submit()}
      >
        {children}
        {error && !faults && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" danger={danger} htmlType="submit" loading={busy} disabled={disabled}>
            {action}
          </Button>
          <Button onClick={close}>取消</Button>
        </div>
      </Form>
    </Modal>
  )
}
