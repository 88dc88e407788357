import '#ui/form/form.css'
import './doing.css'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useApi } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { SubmittedAnswers } from '#modules/review/applying/pages/SubmittedAnswers.tsx'
import type { ReceiptState } from '#modules/review/pages/useReceipt.ts'
import { CopyButton } from '#ui/failed/CopyButton.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { States } from '#ui/States.tsx'
import { Stages, Timeline, waitingWords } from '#ui/Timeline.tsx'
import type { Route } from './+types/MyApplication'
import { ApplicationTag } from './ApplicationTag.tsx'
import { Rounds } from './Rounds.tsx'
import { Withdraw } from './Withdraw.tsx'

export { myApplication as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /member/application/detail', { id: pathId(params.id) }),
)

/** States after which a receipt would say what is no longer so. */
const ENDED_OR_BACK: readonly string[] = ['returned', 'rejected', 'withdrawn', 'expired']

type Application = Output<ApiContract['GET /member/application/detail']>

export default function MyApplication({ loaderData: of }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  return <Progress of={of} changed={revalidate} />
}

function Progress({ of, changed }: { of: Application; changed: () => void }) {
  const isOver = of.waiting.who === 'nobody'
  const from = useLocation().state as ReceiptState
  const isReceived = from?.handedIn && !ENDED_OR_BACK.includes(of.status)
  return (
    <>
      {isReceived && <Receipt of={of} />}
      {of.status === 'withdrawn' && <Withdrawn of={of} />}
      <section className="centre-card">
        <h2>{of.title}</h2>
        <p className="application-facts">
          <span>{of.kindName}</span>
          {of.number && <span>{keepTogether(`编号 ${of.number}`)}</span>}
          <ApplicationTag status={of.status} name={of.statusName} />
        </p>
        <Stages stages={of.stages} />
        <div className="form-actions">
          {of.waiting.who === 'applicant' && (
            <Link className="button primary" to={of.route}>
              去办理
            </Link>
          )}
          {of.hasSheet && !isReceived && (
            <DownloadButton from="GET /member/application/sheet" input={{ id: of.id }}>
              下载提交的内容（PDF）
            </DownloadButton>
          )}
          {of.canWithdraw && <Withdraw of={of} changed={changed} />}
        </div>
      </section>
      <section className="centre-card">
        <h2>办理记录</h2>
        <Timeline
          events={of.timeline}
          now={isOver ? undefined : { statusName: of.statusName, waiting: of.waiting, deadline: of.deadline }}
        />
      </section>
      {of.hasSheet && <SentForm key={of.version} id={of.id} />}
      <Rounds rounds={of.rounds} card="centre-card" />
    </>
  )
}

function SentForm({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="centre-card sent-form" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>提交的内容</summary>
      {isOpen && <Answers id={id} />}
    </details>
  )
}

function Answers({ id }: { id: number }) {
  const answer = useApi('GET /member/application/form', { id })
  return <States answer={answer}>{sent => <SubmittedAnswers {...sent} />}</States>
}

/** Says what has become of a withdrawn application, and how to begin again. */
const Withdrawn = ({ of: { kindName, again } }: Props) => (
  <section className="centre-card receipt" role="status">
    <h2>{kindName}已撤回</h2>
    <p>这份申请已经终止，协会不再办理；填写的内容仍可在下面查看。{again && '需要时可以重新申请。'}</p>
    <p className="form-actions">
      {again && (
        <Link className="button primary" to={again}>
          重新申请
        </Link>
      )}
      <Link className="button" to="/admin/user/doing">
        回到在办事项
      </Link>
    </p>
  </section>
)

type Props = { of: Output<ApiContract['GET /member/application/detail']> }

/** Right after it was handed in: that it was, its number, whose turn it is now and how long that takes. */
function Receipt({ of: { id, kindName, number, statusName, waiting, stages, hasSheet } }: Props) {
  const at = stages.findIndex(({ state }) => state === 'current')
  const next = stages[at + 1]
  return (
    <section className="centre-card receipt" aria-labelledby="receipt">
      <h2 id="receipt" tabIndex={-1} data-begin>
        {kindName}已提交
      </h2>
      {number && (
        <p className="receipt-number">
          编号 <b>{number}</b>
          <CopyButton text={number}>复制编号</CopyButton>
        </p>
      )}
      <p>
        现在：{statusName}，{waitingWords(waiting)}
        {next && `；之后是“${next.name}”`}。需要您办理时，用站内消息和您选择的方式通知您。
      </p>
      <p className="form-actions">
        <Link className="button primary" to="/admin/user/doing">
          回到在办事项
        </Link>
        {hasSheet && (
          <DownloadButton from="GET /member/application/sheet" input={{ id }}>
            下载提交的内容（PDF）
          </DownloadButton>
        )}
      </p>
    </section>
  )
}
