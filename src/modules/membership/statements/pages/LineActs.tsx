import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import type { Line, Owed } from '#modules/membership/fees/pages/feeViews.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { ChoosePayable } from './ChoosePayable.tsx'
import { LineAccount } from './LineAccount.tsx'

type Props = { line: Line; changed: () => void }

/** What may be done with one payment. */
export function LineActs({ line, changed }: Props) {
  const [asking, ask] = useState<'choose' | 'aside' | 'undo' | 'account'>()
  const { submit, busy, error } = useSubmit('POST /staff/statement/accept')
  const back = useSubmit('POST /staff/statement/note')
  const accept = async ({ payable, payableId }: Owed) => {
    if (!(await submit({ lineId: line.id, payable, payableId }))) return
    announce('已入账')
    changed()
  }
  const putBack = async () => {
    if (await back.submit({ lineId: line.id, note: line.note, aside: false })) changed()
  }
  // A proposal against which a sum speaks cannot be accepted at all.
  const fitting = line.proposal?.amount === line.amount ? line.proposal : null
  const close = () => ask(undefined)
  const about = (
    <span className="hidden-text">
      ：第 {line.row} 行 {line.payer}
    </span>
  )
  return (
    <div className="bank-acts">
      {line.state === 'open' && (
        <>
          {fitting && (
            <Button loading={busy} onClick={() => void accept(fitting)}>
              入账{about}
            </Button>
          )}
          <Button onClick={() => ask('choose')}>选择款项{about}</Button>
          <Button onClick={() => ask('aside')}>其他款项{about}</Button>
        </>
      )}
      {line.paid?.canUndo && <Button onClick={() => ask('undo')}>撤销入账{about}</Button>}
      {line.state === 'aside' && (
        <Button loading={back.busy} onClick={() => void putBack()}>
          放回待处理{about}
        </Button>
      )}
      {line.account && (
        <Button type="link" onClick={() => ask('account')}>
          完整账号{about}
        </Button>
      )}
      <Problem>{(error ?? back.error)?.message}</Problem>
      {asking === 'choose' && <ChoosePayable line={line} close={close} changed={changed} />}
      {asking === 'aside' && <PutAside line={line} close={close} changed={changed} />}
      {asking === 'account' && <LineAccount line={line} close={close} />}
      {asking === 'undo' && <Undo line={line} close={close} changed={changed} />}
    </div>
  )
}

type Asked = Props & { close: () => void }
const noteField: FormField = { name: 'note', label: '是什么款项', section: '', kind: 'text', max: 200, required: true }
const because = reasonField('会员会看到', { kind: 'text' })

function PutAside({ line, close, changed }: Asked) {
  const put = async ({ note }: FormValues) => {
    await browserApi('POST /staff/statement/note', { lineId: line.id, note: String(note ?? ''), aside: true })
    announce('已标为其他款项')
    changed()
  }
  const initial = { note: line.note }
  return (
    <FormDialog title="标为其他款项" fields={[noteField]} initial={initial} close={close} action="保存" send={put} />
  )
}

function Undo({ line, close, changed }: Asked) {
  const undo = async ({ reason }: FormValues) => {
    await browserApi('POST /staff/statement/undo', { lineId: line.id, reason: String(reason ?? '') })
    announce('已撤销入账')
    changed()
  }
  const intro = <p>这笔会费回到入账前的状态，会员会收到更正通知。已入会或已开票据的不能撤销。</p>
  return (
    <FormDialog title="撤销入账" fields={[because]} intro={intro} close={close} action="撤销入账" danger send={undo} />
  )
}
