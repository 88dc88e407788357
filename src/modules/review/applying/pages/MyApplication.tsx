import { Link, useLocation, useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FromForm } from '#modules/review/pages/useReceipt.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Stages, Timeline } from '#ui/Timeline.tsx'
import type { Route } from './+types/MyApplication'
import { ApplicationTag } from './ApplicationTag.tsx'
import { Receipt } from './Receipt.tsx'
import { Rounds } from './Rounds.tsx'
import { SentForm } from './SentForm.tsx'
import { Withdraw } from './Withdraw.tsx'
import '#ui/form/form.css'
import './doing.css'

export { myApplication as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /member/application/detail', { id: pathId(params.id) }),
)

type Application = Output<ApiContract['GET /member/application/detail']>

/** How far one application is: its stages, what it waits for, everything that was said, and what each round changed. */
export default function MyApplication({ loaderData: of }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <Progress of={of} changed={revalidate} />
}

function Progress({ of, changed }: { of: Application; changed: () => void }) {
  const isOver = of.waiting.who === 'nobody'
  const from = useLocation().state as FromForm
  return (
    <>
      {from?.handedIn && <Receipt of={of} />}
      <section className="centre-card">
        <h2>{of.title}</h2>
        <p className="application-facts">
          <span>{of.kindName}</span>
          {of.number && <span>编号 {of.number}</span>}
          <ApplicationTag status={of.status} name={of.statusName} />
        </p>
        <Stages stages={of.stages} />
        <div className="form-actions">
          {of.waiting.who === 'applicant' && (
            <Link className="button primary" to={of.route}>
              去办理
            </Link>
          )}
          {of.hasSheet && !from?.handedIn && (
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
