import { Button, Modal } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { formatYuan } from '#lib/money.ts'
import { type Picked, SharePicker, sharesOf } from '#modules/ledger/allocating/pages/SharePicker.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { Line } from './lines.ts'

type Props = {
  line: Line
  close: () => void
  changed: () => void
  /** Goes on with another line that waits; absent where none does. */
  next: (() => void) | undefined
  /** How many others wait. */
  waiting: number
}

/** Says by hand what a line is for: one receivable or several, in whole or in part, with a small difference written off. */
export function AllocateLine({ line, close, changed, next, waiting }: Props) {
  // Undefined until the proposals are there: booked before that, all of it would be a credit.
  const [picked, pick] = useState<readonly Picked[]>()
  const [writeOff, setWriteOff] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/statement/accept')
  const accept = async () => {
    if (!picked || !(await submit({ lineId: line.id, shares: sharesOf(picked), writeOff }))) return
    announce('已入账')
    const goOn = next ?? close
    goOn()
    changed()
  }
  return (
    <Modal
      title={`${line.payer || '没有户名'}，${line.paidOn}，${formatYuan(line.amount)} 元`}
      open
      onCancel={close}
      footer={null}
      width="min(44rem, 100vw)"
    >
      {line.remark && <p>附言：{line.remark}</p>}
      <SharePicker
        amount={line.amount}
        payer={line.payer}
        remark={line.remark}
        picked={picked ?? []}
        pick={pick}
        writeOff={writeOff}
        setWriteOff={setWriteOff}
      />
      {error && <Problem>{error.message}</Problem>}
      <div className="form-actions">
        <Button type="primary" loading={busy} disabled={!picked} onClick={() => void accept()}>
          {next ? `入账，看下一笔（还有 ${waiting} 笔）` : '入账'}
        </Button>
        {next && <Button onClick={next}>跳过</Button>}
        <Button onClick={close}>取消</Button>
      </div>
    </Modal>
  )
}
