import { Button, Input, Modal } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { type Case, QUEUE } from './caseDecisions.ts'

type Props = { of: Case; changed: () => void }

/** The last decision: taken back while nobody was told of it, corrected by two people after that. */
export function StaffUndo({ of, changed }: Props) {
  const { undo, correction } = of
  if (undo) return <Undo of={of} undo={undo} changed={changed} />
  return correction && <Correction of={of} correction={correction} changed={changed} />
}

function Undo({ of, undo, changed }: Props & { undo: NonNullable<Case['undo']> }) {
  const { submit, busy, error } = useSubmit('POST /staff/review/undo')
  const take = async () => {
    const done = await submit({ id: of.id, eventId: undo.eventId })
    if (!done) return
    announce(`已撤销，恢复为${done.statusName}；没有给申请人发消息`)
    changed()
  }
  return (
    <section className="case-hindrance" aria-label="撤销">
      <p>
        {undo.actorName}：{undo.actionName}。{minute(undo.until)}{' '}
        前可以撤销，届时才通知申请人。还没有发消息，但申请人登录后已能看到；撤销后办理记录中不再有这个决定。
      </p>
      {undo.mayUndo && (
        <Button loading={busy} onClick={() => void take()}>
          撤销“{undo.actionName}”
        </Button>
      )}
      <Problem>{error?.message}</Problem>
    </section>
  )
}

function Correction({ of, correction, changed }: Props & { correction: NonNullable<Case['correction']> }) {
  const { eventId, actionName, toName, obstacle } = correction
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const { submit, busy, error, fields } = useSubmit('POST /staff/review/correct')
  const id = useId()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await submit({ id: of.id, eventId, reason }))) return
    setOpen(false)
    changed()
  }
  if (obstacle)
    return (
      <p className="case-correction">
        “{actionName}”已通知申请人。{obstacle}。
      </p>
    )
  return (
    <p className="case-correction">
      “{actionName}”已通知申请人。
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        纠正这个决定
      </Button>
      <Modal title={`纠正“${actionName}”：${of.title}`} open={isOpen} onCancel={() => setOpen(false)} footer={null}>
        <form onSubmit={send} noValidate>
          <p>
            由另一位同事复核同意后，恢复为“{toName}
            ”，并通知申请人。申请人会看到原因，原来的决定和这次纠正都留在办理记录里。
          </p>
          <div className="field" data-invalid={fields.reason ? true : undefined}>
            <label htmlFor={id} className="field-label">
              原因<em className="field-required">必填</em>
            </label>
            <Input.TextArea
              id={id}
              value={reason}
              maxLength={500}
              autoSize={{ minRows: 2, maxRows: 8 }}
              aria-invalid={fields.reason ? true : undefined}
              aria-describedby={fields.reason && `${id}-error`}
              onChange={event => setReason(event.target.value)}
            />
            {fields.reason && (
              <p id={`${id}-error`} className="field-error">
                {fields.reason}
              </p>
            )}
          </div>
          <Problem>{error?.message}</Problem>
          <div className="form-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              提交复核
            </Button>
            <Button onClick={() => setOpen(false)}>取消</Button>
          </div>
        </form>
      </Modal>
    </p>
  )
}

export type LastDecision = { id: number; title: string; name: string }

/** What was decided just before this screen was opened. */
export const useLastDecision = (): LastDecision | undefined =>
  (useLocation().state as { last?: LastDecision } | null)?.last

/** The way back to it. */
export const LastDecided = ({ last }: { last: LastDecision | undefined }) =>
  last && (
    <p className="case-last" role="status">
      刚才：{last.name} <Link to={`${QUEUE}/${last.id}`}>{last.title}</Link>，可以打开核对或撤销。
    </p>
  )
