import { useCallback, useEffect, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { isRefusal } from '#lib/error.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Link } from '#ui/router/router.tsx'
import { HandoverLetter } from './HandoverLetter.tsx'
import { keepTicket, withTicket } from './handoverTicket.ts'

type Status = Output<ApiContract['GET /handover/status']>

/** Where it stands, for the browser that began it. */
export function HandoverProgress({ ticket }: { ticket: string }) {
  const [status, setStatus] = useState<Status>()
  const [problem, setProblem] = useState('')
  const read = useCallback(
    () =>
      withTicket('GET /handover/status', ticket).then(
        found => {
          setStatus(found)
          setProblem('')
        },
        error => setProblem(isRefusal(error) ? error.message : '网络不通，请稍后再试'),
      ),
    [ticket],
  )
  useEffect(() => void read(), [read])
  return (
    <div className="entry">
      <Problem>{problem}</Problem>
      {status && (
        <>
          <dl className="handover-facts">
            <dt>办理编号</dt>
            <dd>{status.number}</dd>
            <dt>单位</dt>
            <dd>{status.orgName}</dd>
            <dt>新联系人</dt>
            <dd>{status.contactName}</dd>
            <dt>状态</dt>
            <dd>
              <b>{status.statusName}</b>
            </dd>
          </dl>
          <p className="handover-next" role="status">
            {status.reason && `理由：${status.reason}。`}
            {status.next}
          </p>
          {status.status === 'begun' && <HandoverLetter ticket={ticket} done={read} />}
          {status.status === 'approved' && (
            <Link className="button primary" to="/admin/login/forgot">
              设置新密码
            </Link>
          )}
        </>
      )}
      <p className="light-status">
        进度只在这台设备的浏览器中可见。
        <button type="button" className="as-link" onClick={() => keepTicket(null)}>
          不再显示，办理另一件
        </button>
      </p>
    </div>
  )
}
