import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { refusalOf } from '#api/useApi.ts'
import { Loading } from '#ui/States.tsx'

type Shown = { subject: string; text: string }

/** The words that went out; who reads them leaves a line in the audit log. */
export function OutboxText({ id, close }: { id: number; close: () => void }) {
  const [shown, setShown] = useState<Shown>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    browserApi('POST /staff/outbox/text', { id }).then(setShown, error => setProblem(refusalOf(error).message))
  }, [id])
  return (
    <Modal title={shown?.subject || '正文'} open onCancel={close} footer={null}>
      <p className="outbox-note">查看已记入审计日志。</p>
      {problem && <p role="alert">{problem}</p>}
      {shown ? <p className="outbox-text">{shown.text}</p> : !problem && <Loading lines={2} />}
    </Modal>
  )
}
