import '#modules/review/applying/pages/doing.css'
import '#ui/form/form.css'
import './qualification.css'
import { Link, useLocation } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useApi } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { CaseMessage } from '#modules/messages/pages/CaseMessage.tsx'
import { ApplicationTag } from '#modules/review/applying/pages/ApplicationTag.tsx'
import { GivenMaterials } from '#modules/review/applying/pages/GivenMaterials.tsx'
import { Rounds } from '#modules/review/applying/pages/Rounds.tsx'
import { Withdraw } from '#modules/review/applying/pages/Withdraw.tsx'
import { FormAnswers } from '#modules/review/pages/FormAnswers.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { States } from '#ui/States.tsx'
import { Stages, Timeline } from '#ui/Timeline.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { useDropRefused } from '#ui/table/useDropRefused.ts'
import { useFilters } from '#ui/table/useFilters.ts'
import type { Route } from './+types/MyQualification'
import { SiteReviewCard } from './SiteReviewCard.tsx'

export { myQualification as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /qualification/detail', { id: pathId(params.id) }),
)

export type Detail = Output<ApiContract['GET /qualification/detail']>

/** One application: its status and the next step, the site findings, the submitted form and files, and the messages. */
export default function MyQualification({ loaderData: of }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  return (
    <>
      <Head of={of} changed={revalidate} />
      {of.review && <SiteReviewCard review={of.review} />}
      <History of={of} />
      <Rounds rounds={of.progress.rounds} card="centre-card" />
      <SubmittedForm of={of} />
      <CaseMessages key={of.apply.version} id={of.apply.id} />
    </>
  )
}

function Head({ of, changed }: { of: Detail; changed: () => void }) {
  const { id, applyNo, applyTypeName, childName, levelName, status, statusName, version, canWithdraw, route } = of.apply
  const { stages, waiting, title } = of.progress
  return (
    <section className="centre-card">
      <h2>{[childName, levelName].filter(Boolean).join(' ')}</h2>
      <p className="application-facts">
        <span>{applyTypeName}</span>
        {applyNo && <span>{keepTogether(`编号 ${applyNo}`)}</span>}
        {of.apply.certNo && !of.cert && <span>证书 {of.apply.certNo}</span>}
        <ApplicationTag status={status} name={statusName} />
      </p>
      <Stages stages={stages} />
      <CurrentStatus of={of} />
      <div className="form-actions">
        {waiting.who === 'applicant' && (
          <Link className="button primary" to={route}>
            {status === 'preparing' ? statusName.replace(/^待/, '') : (tasks[status] ?? '去办理')}
          </Link>
        )}
        {canWithdraw && <Withdraw of={{ id, version, title }} changed={changed} />}
      </div>
      <ApplicationPapers of={of} />
    </section>
  )
}

const tasks: Partial<Record<Detail['apply']['status'], string>> = {
  draft: '继续填写申请表',
  returned: '补正申请表',
  materialsReturned: '补正材料',
  unpaid: '缴纳评审费',
  rectifying: '提交整改情况',
}

/** The result, or what was asked for when it was returned. How long the rest takes is shown in its history. */
function CurrentStatus({ of: { apply, progress, auditReason, noticeEndsOn, cert } }: { of: Detail }) {
  if (cert)
    return (
      <p>
        已颁发证书 <Link to="/admin/user/certificates">{keepTogether(cert.certNo)}</Link>
        {cert.validTo && keepTogether(`，有效期至 ${longDay(cert.validTo)}`)}。
      </p>
    )
  if (noticeEndsOn) return <p>{keepTogether(`正在公示，公示期到 ${longDay(noticeEndsOn)} 结束，期满无异议即通过。`)}</p>
  if (progress.waiting.who !== 'applicant' || auditReason.length === 0) return null
  return (
    <>
      <p>
        协会提出了以下要求
        {apply.deadline && keepTogether(`，请在 ${longDay(apply.deadline)} 前办理，逾期申请将自动终止`)}：
      </p>
      <ul>
        {auditReason.map(({ label, text }) => (
          <li key={label + text}>
            <b>{label}：</b>
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}

function History({ of: { apply, progress } }: { of: Detail }) {
  const { timeline, waiting, statusName } = progress
  const now = { statusName, waiting, deadline: apply.deadline }
  return (
    <section className="centre-card">
      <h2>办理记录</h2>
      <Timeline events={timeline} now={waiting.who === 'nobody' ? undefined : now} />
    </section>
  )
}

function SubmittedForm({ of: { fields, form, files } }: { of: Detail }) {
  return (
    <>
      <details className="centre-card application-part">
        <summary>
          <h2>申请表</h2>
        </summary>
        <FormAnswers fields={fields} values={form} />
      </details>
      <GivenMaterials slots={files} />
    </>
  )
}

/** The documents that there are of an application by now. */
function ApplicationPapers({ of: { apply, fee, review, cert } }: { of: Detail }) {
  const { id } = apply
  const papers = [
    apply.applyNo && { name: '申请表（PDF）', input: { type: 'applyForm' as const, id } },
    apply.applyNo && { name: '申请表（Word）', input: { type: 'applyForm' as const, id, format: 'docx' as const } },
    fee && fee.state !== 'confirmed' && { name: '缴费通知', input: { type: 'payNotice' as const, id } },
    review && { name: '评审通知', input: { type: 'notice' as const, id } },
    review?.nonconformities.length && { name: '不符合项通知', input: { type: 'nonconformity' as const, id } },
    cert && { name: '证书', input: { type: 'certificate' as const, certId: cert.id } },
  ].filter(paper => typeof paper === 'object' && paper !== null)
  if (papers.length === 0) return null
  return (
    <p className="form-actions application-papers">
      {papers.map(({ name, input }) => (
        <DownloadButton key={name} from="POST /qualification/download" input={input}>
          下载{name}
        </DownloadButton>
      ))}
    </p>
  )
}

/** Messages of the association about this application, newest first. */
function CaseMessages({ id }: { id: number }) {
  const { pageNum } = useFilters()
  const { pathname } = useLocation()
  const here = [pathname, `/admin/user/doing/${id}`]
  const answer = useApi('GET /qualification/message/list', { id, pageNum })
  useDropRefused(answer.error)
  if (answer.data?.total === 0) return null
  return (
    <section className="centre-card">
      <h2>相关消息</h2>
      <States answer={answer} lines={3}>
        {page => (
          <>
            <ul className="case-messages" role="list">
              {page.list.map(of => (
                <CaseMessage key={of.id} of={of}>
                  {of.route && !here.includes(of.route) && (
                    <Link to={of.route}>
                      查看<span className="hidden-text">：{of.title}</span>
                    </Link>
                  )}
                </CaseMessage>
              ))}
            </ul>
            {page.pages > 1 && <Pager page={page} />}
          </>
        )}
      </States>
    </section>
  )
}
