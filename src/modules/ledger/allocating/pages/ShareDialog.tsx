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
  /** Says whom it tells. */
  told?: string
  mayWriteOff?: boolean
  sending: { busy: boolean; error?: { message: string } }
  send: (shares: ReturnType<typeof sharesOf>, writeOff: boolean) => void
  /** Leaves it for later and goes on with another; absent where none waits. */
  skip?: (() => void) | undefined
  close: () => void
}

/** Asks what money that came is for. */
export function ShareDialog({ title, of, action, told, mayTakeNone, mayWriteOff, sending, send, skip, close }: Props) {
  // Undefined until the proposals are there: booked before that, all of it would be a credit.
  const [picked, pick] = useState<readonly Picked[]>()
  const [writeOff, setWriteOff] = useState(false)
  const isReady = picked !== undefined && (mayTakeNone || picked.length > 0)
  return (
    <Modal title={title} open onCancel={close} footer={null} width="min(44rem, 100vw)">
      {of.remark && <p>附言：{of.remark}</p>}
      <SharePicker
        amount={of.amount}
        payer={of.payer}
        remark={of.remark}
        picked={picked ?? []}
        pick={pick}
        writeOff={writeOff}
        {...(mayWriteOff && { setWriteOff })}
      />
      {told && <p>{told}</p>}
      {sending.error && <Problem>{sending.error.message}</Problem>}
      <div className="form-actions">
        <Button
          type="primary"
          loading={sending.busy}
          disabled={!isReady}
          onClick={() => send(sharesOf(picked ?? []), writeOff)}
        >
          {action}
        </Button>
        {skip && <Button onClick={skip}>跳过</Button>}
        <Button onClick={close}>取消</Button>
      </div>
    </Modal>
  )
}
