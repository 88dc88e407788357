import { Button, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { HolderPicker } from './HolderPicker.tsx'
import type { CertificateDetail } from './StaffCertificate.tsx'

type Props = { of: CertificateDetail; done: (words: string) => void }

/** For a certificate of nobody in the register: whose it is. */
export function LinkHolder({ of, done }: Props) {
  const [asking, setAsking] = useState(false)
  const [holderId, choose] = useState<number | null>(null)
  const [isTried, setTried] = useState(false)
  const { submit, busy, error, fields } = useSubmit('POST /staff/certificate/link')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (holderId === null || !(await submit({ id: of.id, seen: of.seen, holderId }))) return
    setAsking(false)
    done('已关联持证者。')
  }
  const missing = isTried && holderId === null ? '请选择持证者' : undefined
  return (
    <>
      <p>
        登记中没有关联这张证书的持证者，到期前无人可提醒。
        <Button onClick={() => setAsking(true)}>关联持证者</Button>
      </p>
      <Modal title={`关联证书 ${of.number} 的持证者`} open={asking} onCancel={() => setAsking(false)} footer={null}>
        <form onSubmit={send} noValidate>
          <p>证书上的持证者：{of.holderName}。关联后其账号可以看到这张证书，到期前会收到提醒。</p>
          {Object.keys(fields).length === 0 && <Problem>{error?.message}</Problem>}
          <HolderPicker
            kind={of.isPersonal ? 'person' : 'organisation'}
            name="holderId"
            label="登记的持证者"
            value={holderId}
            onChange={choose}
            required
            error={fields.holderId ?? missing}
          />
          <div className="form-actions">
            <Button type="primary" htmlType="submit" loading={busy}>
              关联
            </Button>
            <Button onClick={() => setAsking(false)}>取消</Button>
          </div>
        </form>
      </Modal>
    </>
  )
}
