import { Button, Modal } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { decisionCallOf, decisionName } from '../decisionWords.ts'
import type { Decision, Subject } from './caseDecisions.ts'
import { StaffReason } from './StaffReason.tsx'

type Remark = { field?: string; slot?: string; label: string; text: string }
type Props = {
  of: Subject
  /** Suggested reasons; undefined if they could not be loaded. */
  reasons: Output<ApiContract['GET /staff/review/reasons']> | undefined
  action: Decision
  opinion: string
  onOpinion: (opinion: string) => void
  remarks?: Remark[]
  onClose: () => void
  /** `name`: of what was decided. */
  onDone: (name: string) => void
  /** Called on a version conflict: loads the current state and keeps the typed text. */
  onConflict: () => void
}

/** The same for a row of the list: it opens with its reasons, so that nothing in it moves under the mouse. */
export function StaffDecideRow(props: Omit<Props, 'reasons'>) {
  const { data, loading } = useApi('GET /staff/review/reasons', { id: props.of.id })
  return loading ? null : <StaffDecide {...props} reasons={data} />
}

/** The last word before a decision: what happens, why, and one key to confirm it. */
export function StaffDecide(props: Props) {
  const { of, action, reasons, opinion, onOpinion, remarks = [], onClose, onDone, onConflict } = props
  const { submit, busy, error, fields } = useSubmit(decisionCallOf(of.status))
  const confirm = useRef<HTMLButtonElement>(null)
  const reason = useId()
  const why = useId()
  const [exceptionReason, setExceptionReason] = useState('')
  const exceptions = action === 'pass' ? (reasons?.exceptions ?? []) : []
  const begin = () => {
    const first = exceptions.length > 0 ? why : reason
    const isPlain = action === 'pass' && exceptions.length === 0
    const target = isPlain ? confirm.current : document.getElementById(first)
    target?.focus()
  }
  const name = decisionName(of.status, action)
  const asked = action === 'return' ? remarks : []
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const sent = asked.map(({ field, slot, text }) => ({ field, slot, text }))
    const words = { opinion, exceptionReason, ...(sent.length > 0 && { remarks: sent }) }
    const done = await submit({ id: of.id, version: of.version, action, ...words })
    if (!done) return
    announce(`${name}：${of.title}，现在${done.statusName}`)
    onDone(name)
  }
  const isConflict = error?.code === 409
  return (
    <Modal
      title={`${name}：${of.title}`}
      open
      onCancel={onClose}
      footer={null}
      afterOpenChange={open => open && begin()}
    >
      <form onSubmit={send} noValidate>
        <p>
          {of.kindName}，{of.statusName}。{reasons?.consequences[action]}
          {action !== 'return' && remarks.length > 0 && `已勾选的 ${remarks.length} 处补正要求不会发给申请人。`}
        </p>
        {asked.length > 0 && (
          <ul className="desk-remarks">
            {asked.map(({ label, text }) => (
              <li key={label + text}>
                <b>{label}：</b>
                {text}
              </li>
            ))}
          </ul>
        )}
        {exceptions.length > 0 && (
          <>
            <p>以下 {exceptions.length} 项不符合，仍要通过的须说明理由；理由记入办理记录，只有工作人员能看到：</p>
            <ul className="desk-remarks">
              {exceptions.map(text => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <StaffReason
              id={why}
              reasons={[]}
              label="仍要通过的理由"
              max={500}
              value={exceptionReason}
              onChange={setExceptionReason}
              error={fields.exceptionReason}
            />
          </>
        )}
        <StaffReason
          id={reason}
          reasons={reasons?.[action]}
          label={action === 'pass' ? '意见（选填）' : asked.length > 0 ? '理由（选填）' : '理由'}
          value={opinion}
          onChange={onOpinion}
          error={fields.opinion}
        />
        <CallReach
          call={decisionCallOf(of.status)}
          inputs={[
            {
              id: of.id,
              version: of.version,
              action,
              opinion: action === 'pass' ? '' : '（待填写）',
              exceptionReason: exceptions.length > 0 ? '（待填写）' : '',
            },
          ]}
        />
        {error && (
          <Problem>
            {error.message}
            {isConflict && '。您填写的内容仍保留在这里。'}
          </Problem>
        )}
        <div className="form-actions">
          {isConflict ? (
            <Button type="primary" onClick={onConflict}>
              查看最新状态
            </Button>
          ) : (
            <Button
              ref={confirm}
              type="primary"
              danger={action === 'reject'}
              htmlType="submit"
              loading={busy}
              autoFocus={action === 'pass'}
            >
              {name}
            </Button>
          )}
          <Button onClick={onClose}>取消</Button>
        </div>
      </form>
    </Modal>
  )
}
