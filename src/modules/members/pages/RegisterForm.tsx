import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Refusal } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { useChanges } from './useChanges.ts'

type Props = {
  /** Key under which unsaved input survives an expired session. */
  name: string
  fields: readonly FormField[]
  form?: FormValues
  /** Personal values on record, in part. */
  masked?: Record<string, string>
  /** Gets what is new; whether it was saved. */
  save: (changes: FormValues) => Promise<boolean>
  sending: { busy: boolean; error?: Refusal; fields: FieldErrors }
  /** For an existing record: reloads it after a conflict with another editor. */
  reload?: () => void
  cancel: () => void
  /** Something other than the fields was changed. */
  isChanged?: boolean
  children?: ReactNode
}

/** A record of the register as staff enter and keep it: only what is changed is sent. */
export function RegisterForm({ fields, form = {}, masked = {}, save, sending, reload, cancel, ...rest }: Props) {
  const { busy, error, fields: faults } = sending
  const kept = useChanges(`staff-${rest.name}`, fields)
  const send = async () => {
    if (await save(kept.changes)) kept.clear()
  }
  const change = (next: FormValues) =>
    kept.change(Object.fromEntries(Object.entries(next).filter(([name, value]) => !isSame(value, form[name]))))
  const leave = () => {
    kept.clear()
    cancel()
  }
  const isNew = Object.keys(form).length === 0
  return (
    <Form
      fields={fields.map(field => shownAs(field, masked[field.name]))}
      values={{ ...form, ...kept.changes }}
      onChange={change}
      errors={faults}
      message={error?.message}
      labelOf={() => '工作单位'}
      onSubmit={() => void send()}
    >
      {error && Object.keys(faults).length === 0 && <Problem>{error.message}</Problem>}
      {rest.children}
      {error?.code === 409 && !error.fields && reload && (
        <Button onClick={reload}>载入较新的资料（保留我填写的）</Button>
      )}
      <div className="form-actions">
        <Button
          type="primary"
          htmlType="submit"
          loading={busy}
          disabled={!isNew && !rest.isChanged && Object.keys(kept.changes).length === 0}
        >
          保存
        </Button>
        <Button onClick={leave}>取消</Button>
      </div>
    </Form>
  )
}

/** A personal value on record stays as it is unless another is typed. */
const shownAs = (field: FormField, known: string | undefined): FormField =>
  known ? { ...field, required: false, hint: `已登记 ${known}，不改请留空` } : field

const isSame = (a: FormValues[string] | undefined, b: FormValues[string] | undefined) =>
  JSON.stringify(a || null) === JSON.stringify(b || null)
