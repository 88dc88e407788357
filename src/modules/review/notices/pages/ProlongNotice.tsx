import { Button, Modal } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { StaffNoticeDetail } from './StaffNotice.tsx'

const fields: FormField[] = [
  { name: 'days', label: '延长', kind: 'number', section: '', required: true, min: 1, max: 30, unit: '个工作日' },
  { name: 'reason', label: '理由', kind: 'text', section: '', required: true, max: 200, hint: '会在公示页面公布' },
]
type Props = { of: StaffNoticeDetail; close: () => void; changed: () => void }

/** More days for the public, and why. */
export function ProlongNotice({ of, close, changed }: Props) {
  const [values, setValues] = useState<FormValues>({ days: 3, reason: '' })
  const { submit, busy, error, fields: errors } = useSubmit('POST /staff/notice/prolong')
  const prolong = async () => {
    const done = await submit({ id: of.id, days: Number(values.days), reason: String(values.reason) })
    if (!done) return
    announce(`公示期延长到 ${done.toDay}`)
    close()
    changed()
  }
  return (
    <Modal title={`延长公示期：${of.title}`} open onCancel={close} footer={null}>
      <Form
        fields={fields}
        values={values}
        errors={errors}
        onChange={setValues}
        message={error?.message}
        onSubmit={() => void prolong()}
      >
        {error && Object.keys(errors).length === 0 && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            延长
          </Button>
          <Button onClick={close}>取消</Button>
        </div>
      </Form>
    </Modal>
  )
}
