import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Problem } from '#ui/form/Problem.tsx'
import { type Picked, SharePicker, sharesOf } from './SharePicker.tsx'

type Props = {
  title: string
  of: { amount: number; payer: string; remark: string }
  /** Name of the button; without `mayTakeNone` something must be chosen first. */
  action: string
  mayTakeNone?: boolean
  mayWriteOff?: boolean
  sending: { busy: boolean; error?: { message: string } }
  send: (shares: ReturnType<typeof sharesOf>, writeOff: boolean) => void
  close: () => void
}

/** Asks what money that came is for. */
export function ShareDialog({ title, of, action, mayTakeNone, mayWriteOff, sending, send, close }: Props) {
  const [picked, pick] = useState<readonly Picked[]>([])
  const [writeOff, setWriteOff] = useState(false)
  return (
    <Modal title={title} open onCancel={close} footer={null} width="min(44rem, 100vw)">
      {of.remark && <p>附言：{of.remark}</p>}
      <SharePicker
        amount={of.amount}
        payer={of.payer}
        remark={of.remark}
        picked={picked}
        pick={pick}
        writeOff={writeOff}
        {...(mayWriteOff && { setWriteOff })}
      />
      {sending.error && <Problem>{sending.error.message}</Problem>}
      <div className="form-actions">
        <Button
          type="primary"
          loading={sending.busy}
          disabled={!mayTakeNone && picked.length === 0}
          onClick={() => send(sharesOf(picked), writeOff)}
        >
          {action}
        </Button>
        <Button onClick={close}>取消</Button>
      </div>
    </Modal>
  )
}
