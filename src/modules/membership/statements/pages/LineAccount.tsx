import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Line } from '#modules/membership/fees/pages/feeViews.ts'
import { Loading } from '#ui/States.tsx'

/** The payer's whole account number, for who has to send money back; asking for it leaves a line in the audit log. */
export function LineAccount({ line, close }: { line: Line; close: () => void }) {
  const [account, setAccount] = useState('')
  const [problem, setProblem] = useState('')
  useEffect(() => {
    browserApi('POST /staff/statement/account', { lineId: line.id }).then(
      shown => setAccount(shown.account),
      error => setProblem(refusalOf(error).message),
    )
  }, [line.id])
  return (
    <Modal title={`对方账号：${line.payer}`} open onCancel={close} footer={null}>
      <p>查看已记入审计日志。</p>
      {problem && <p role="alert">{problem}</p>}
      {account ? <p className="bank-account">{account}</p> : !problem && <Loading lines={1} />}
    </Modal>
  )
}
