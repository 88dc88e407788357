import '#ui/form/form.css'
import { Button, Input, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { formatPhone } from '#lib/form/phone.ts'
import type { ObjectionState } from '#modules/review/objection.ts'
import { Facts } from '#ui/Facts.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import type { StaffNoticeDetail } from './StaffNotice.tsx'

export type RaisedObjection = StaffNoticeDetail['list'][number]
const tones: Record<ObjectionState, Tone> = { submitted: 'bad', accepted: 'warn', upheld: 'bad', dismissed: 'good' }

type Props = { of: RaisedObjection; mayDecide: boolean; changed: () => void }

export function ObjectionCard({ of, mayDecide, changed }: Props) {
  const accepting = useSubmit('POST /staff/objection/accept')
  const revealing = useSubmit('POST /staff/objection/reveal')
  const [shown, setShown] = useState<{ name: string; phone: string; idNumber: string }>()
  const [action, setAction] = useState<'uphold' | 'dismiss'>()
  const isOpen = of.status === 'submitted' || of.status === 'accepted'
  const accept = async () => {
    if (!(await accepting.submit({ id: of.id }))) return
    announce(`${of.number} 已受理`)
    changed()
  }
  const reveal = async () => setShown(await revealing.submit({ id: of.id }))
  const { name, phone, idNumber } = shown ?? of
  const error = accepting.error ?? revealing.error
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>异议 {of.number}</h2>
        <Tag tone={tones[of.status]}>{of.statusName}</Tag>
      </div>
      <Facts
        facts={[
          ['异议人', [name, formatPhone(phone), idNumber && `证件号码 ${idNumber}`].filter(Boolean).join('，')],
          ['提出时间', minute(of.createdAt)],
          ['事实和理由', of.reason],
          ['核查结果', of.result],
          ['经办', of.actorName && `${of.actorName}，${minute(of.updatedAt)}`],
          [
            '材料',
            of.files.length > 0 && (
              <Upload use="material" label="异议材料" value={of.files} onChange={() => {}} readOnly />
            ),
          ],
        ]}
      />
      <Problem>{error?.message}</Problem>
      {mayDecide && (
        <div className="form-actions">
          {of.status === 'submitted' && (
            <Button type="primary" loading={accepting.busy} onClick={() => void accept()}>
              受理
            </Button>
          )}
          {of.status === 'accepted' && (
            <>
              <Button type="primary" onClick={() => setAction('dismiss')}>
                异议不成立
              </Button>
              <Button danger onClick={() => setAction('uphold')}>
                异议成立
              </Button>
            </>
          )}
          {isOpen && !shown && (
            <Button loading={revealing.busy} onClick={() => void reveal()}>
              显示异议人全部信息
            </Button>
          )}
        </div>
      )}
      {action && <DecideObjection of={of} action={action} close={() => setAction(undefined)} changed={changed} />}
    </section>
  )
}

const actions = {
  uphold: { name: '异议成立', effect: '公示结束，申请退回重新审议；' },
  dismiss: { name: '异议不成立', effect: '没有其他未办结的异议时，公示恢复计时；' },
}
type DecideObjectionProps = {
  of: RaisedObjection
  action: keyof typeof actions
  close: () => void
  changed: () => void
}

/** Records the result of the examination, which will be published. */
function DecideObjection({ of, action, close, changed }: DecideObjectionProps) {
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
