import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Loading } from '#ui/States.tsx'

type Code = { url: string; svg: string }

/** The code at the door: whoever is entitled scans it with a phone that is signed in. */
export function CheckInCode({ id, close }: { id: number; close: () => void }) {
  const [code, setCode] = useState<Code>()
  const { submit, busy, error } = useSubmit('POST /staff/meeting/checkin/code')
  useEffect(() => {
    void submit({ id, renew: false }).then(made => made && setCode(made))
  }, [submit, id])
  const renew = async () => {
    const made = await submit({ id, renew: true })
    if (!made) return
    setCode(made)
    announce('已换新的二维码，以前的失效')
  }
  return (
    <Modal title="签到二维码" open onCancel={close} footer={null}>
      <p>应到人员用手机扫码，登录会员中心后即为到会；一人代表几席的一并签到。开会当天才能签到。</p>
      <Problem>{error?.message}</Problem>
      {code ? (
        <img className="meeting-code" alt="签到二维码" src={`data:image/svg+xml,${encodeURIComponent(code.svg)}`} />
      ) : (
        !error && <Loading lines={4} />
      )}
      <div className="form-actions">
        <Button loading={busy} onClick={() => void renew()}>
          换新的二维码
        </Button>
        <Button onClick={close}>关闭</Button>
      </div>
    </Modal>
  )
}
