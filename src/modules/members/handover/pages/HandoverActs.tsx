import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { HandoverCase } from './StaffHandover.tsx'
import '#ui/form/form.css'

type Act = 'freeze' | 'approve' | 'reject'
type Asking = { name: string; ask: string; danger?: boolean }

const acts: Record<Act, Asking> = {
  freeze: {
    name: '冻结账号',
    ask: '请先核对变更函的公章、单位和新联系人。冻结后原账号立即不能登录，单位的各位联系人会收到短信。',
  },
  approve: {
    name: '同意变更',
    ask: '账号改用新联系人的手机号，原密码作废，新联系人凭短信设置新密码。办结后不能撤回。',
  },
  reject: { name: '不予变更', ask: '账号恢复原状，理由会以短信告知提出变更的人。', danger: true },
}

/** What may be done at this stage; each is asked once more, and what was typed stays if somebody else was faster. */
export function HandoverActs({ of, changed }: { of: HandoverCase; changed: () => void }) {
  const [asked, ask] = useState<Act>()
  const [reason, setReason] = useState('')
  const freezing = useSubmit('POST /staff/handover/freeze')
  const deciding = useSubmit('POST /staff/handover/decide')
  const { busy, error, fields } = asked === 'freeze' ? freezing : deciding
  const run = async (act: Act) => {
    const { id } = of
    const done = await (act === 'freeze' ? freezing.submit({ id }) : deciding.submit({ id, action: act, reason }))
    if (!done) return
    announce(`${of.number}：${done.statusName}`)
    ask(undefined)
    changed()
  }
  const first = firstAct(of)
  // Where nobody of the organisation confirms, staff write down how they made sure.
  const mustReason = asked === 'reject' || (asked === 'approve' && !of.second)
  return (
    <div className="form-actions">
      {first && (
        <Button type="primary" onClick={() => ask(first)}>
          {first === 'freeze' && of.status === 'frozen' ? '重新发送确认码' : acts[first].name}
        </Button>
      )}
      {of.status === 'frozen' && first === undefined && <p>等待第二联系人凭短信确认，确认后可以同意变更。</p>}
      <Button danger onClick={() => ask('reject')}>
        不予变更
      </Button>
      <Modal
        title={asked && `${acts[asked].name}：${of.orgName}`}
        open={asked !== undefined}
        onCancel={() => ask(undefined)}
        onOk={() => void run(asked!)}
        okText={asked && acts[asked].name}
        cancelText="取消"
        okButtonProps={{ danger: asked && acts[asked].danger, loading: busy }}
        destroyOnHidden
      >
        <p>{asked && acts[asked].ask}</p>
        {mustReason && (
          <Field
            name="reason"
            label={asked === 'reject' ? '理由' : '核实方式'}
            hint={asked === 'reject' ? '对方会看到' : '例如回拨单位登记的座机，由谁答复'}
            required
            error={fields.reason}
          >
            {described => (
              <Input.TextArea
                {...described}
                value={reason}
                maxLength={500}
                autoSize={{ minRows: 2, maxRows: 6 }}
                onChange={event => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
        {error && !fields.reason && <Problem>{error.message}</Problem>}
      </Modal>
    </div>
  )
}

/** What is to be done next; nothing while the second representative is waited for. */
function firstAct({ status, confirmedAt, second, canResend, account }: HandoverCase): Act | undefined {
  if (status === 'submitted') return account ? 'freeze' : undefined
  if (confirmedAt || !second) return 'approve'
  return canResend ? 'freeze' : undefined
}
