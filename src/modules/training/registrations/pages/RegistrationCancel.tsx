import { useId, useRef, useState } from 'react'
import type { Enrolment, Outcome } from '#modules/training/enrolling/pages/enrolmentCalls.ts'

type Props = { of: Enrolment; cancel: () => Promise<Outcome | undefined> }

/** Asked once more: a place given up goes to whoever waits. */
export function RegistrationCancel({ of: { training, reg }, cancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    await cancel()
    setBusy(false)
    dialog.current?.close()
  }
  return (
    <>
      <button type="button" className="button danger" onClick={() => dialog.current!.showModal()}>
        取消报名
      </button>
      <dialog ref={dialog} className="enrol-dialog" aria-labelledby={title}>
        <h2 id={title}>取消这份报名？</h2>
        <p>
          “{training.title}”{reg?.personsCount} 人的{reg?.status === 'waiting' ? '候补' : '名额'}
          将释放，不能恢复；要参加须重新报名。
          {reg?.status === 'paid' || reg?.status === 'confirmed' ? '已缴费用由协会核实后办理退费。' : ''}
        </p>
        <p className="form-actions">
          <button type="button" className="button danger" aria-disabled={busy} onClick={() => void go()}>
            {busy ? '正在取消…' : '确定取消'}
          </button>
          <button type="button" className="button" onClick={() => dialog.current!.close()}>
            不取消
          </button>
        </p>
      </dialog>
    </>
  )
}
