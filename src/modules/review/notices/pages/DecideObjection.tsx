import { Button, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { RaisedObjection } from './ObjectionCard.tsx'
import '#ui/form/form.css'

const actions = {
  uphold: { name: '异议成立', effect: '公示结束，申请退回重新审议；' },
  dismiss: { name: '异议不成立', effect: '没有其他未办结的异议时，公示恢复计时；' },
}
type Props = { of: RaisedObjection; action: keyof typeof actions; close: () => void; changed: () => void }

/** What the examination found, in words that the public reads. */
export function DecideObjection({ of, action, close, changed }: Props) {
  const [result, setResult] = useState('')
  const { submit, busy, error, fields } = useSubmit('POST /staff/objection/decide')
  const { name, effect } = actions[action]
  const decide = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await submit({ id: of.id, action, result }))) return
    announce(`${of.number}：${name}`)
    close()
    changed()
  }
  return (
    <Modal title={`${name}：${of.number}`} open onCancel={close} footer={null}>
      <form noValidate onSubmit={decide}>
        <p>{effect}结果以短信告知异议人，并在公示页面公布，请勿写入任何人的姓名和联系方式。</p>
        <Field name="result" label="核查结果" required error={fields.result}>
          {described => (
            <Input.TextArea
              {...described}
              value={result}
              maxLength={1000}
              autoSize={{ minRows: 4, maxRows: 10 }}
              onChange={event => setResult(event.target.value)}
            />
          )}
        </Field>
        {error && !fields.result && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" danger={action === 'uphold'} htmlType="submit" loading={busy}>
            {name}
          </Button>
          <Button onClick={close}>取消</Button>
        </div>
      </form>
    </Modal>
  )
}
