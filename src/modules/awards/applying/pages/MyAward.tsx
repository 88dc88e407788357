import '#modules/review/applying/pages/doing.css'
import '#ui/form/form.css'
import '#modules/qualifications/applying/pages/qualification.css'
import '#modules/awards/pages/awards.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { CaseMessage } from '#modules/messages/pages/CaseMessage.tsx'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { AttachedFiles } from '#modules/review/applying/pages/AttachedFiles.tsx'
import { GivenMaterials } from '#modules/review/applying/pages/GivenMaterials.tsx'
import { Rounds } from '#modules/review/applying/pages/Rounds.tsx'
import { Withdraw } from '#modules/review/applying/pages/Withdraw.tsx'
import { ApplicationForm, Attached } from '#modules/review/pages/ApplicationForm.tsx'
import { readEarlier, type WithEarlier } from '#modules/review/pages/CopyEarlier.tsx'
import { FormAnswers } from '#modules/review/pages/FormAnswers.tsx'
import { isStampedForm } from '#modules/review/workflow.ts'
import { Day } from '#ui/Day.tsx'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Route } from './+types/MyAward'

export { myAward as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  const [entry, earlier] = await Promise.all([api('GET /award/getApply', { id }), readEarlier(api, id)])
  return { ...entry, earlier }
})

export type Entry = Output<ApiContract['GET /award/getApply']> & WithEarlier
export type Apply = NonNullable<Entry['apply']>
type Props = { entry: Entry; apply: Apply }

export default function MyAward({ loaderData: entry }: Route.ComponentProps) {
  const shown = { entry, apply: entry.apply! }
  return (
    <>
      <Head {...shown} />
      {entry.editable ? <MyAwardForm {...shown} /> : <HandedIn {...shown} />}
    </>
  )
}

function Head({ entry: { call, progress, auditReason, editable }, apply }: Props) {
  const { typeName, year, subTypeName, level } = apply
  return (
    <>
      <ApplyHead
        head={{ ...apply, number: apply.applyNo }}
        title={apply.projectName || `${year} 年度${typeName}`}
        stages={progress?.stages ?? []}
        remarks={auditReason}
      />
      <p className="award-head">
        <span>
          {year} 年度{typeName}
        </span>
        {subTypeName && <span>{subTypeName}</span>}
        {level && <span>{apply.status === 'approved' ? `授予 ${level}` : `申报 ${level}`}</span>}
        {editable && apply.status === 'draft' && (
          <span>
            <Day of={call.deadline} /> 24 时截止
          </span>
        )}
        {call.noticeId && <Link to={`/admin/news/detail/${call.noticeId}`}>申报通知</Link>}
      </p>
    </>
  )
}

function HandedIn({ entry, apply }: Props) {
  const revalidate = useRevalidate()
  const { fields, form, materials, progress } = entry
  const { id, version, projectName } = apply
  const given = materials.filter(one => one.files.length > 0)
  const now = { statusName: apply.statusName, waiting: progress!.waiting, deadline: apply.deadline }
  return (
    <>
      <section className="centre-card">
        <h2>办理情况</h2>
        <EntryOutcome entry={entry} apply={apply} />
        <div className="form-actions">
          {apply.canWithdraw && <Withdraw of={{ id, version, title: projectName }} changed={revalidate} />}
          {apply.canRemove && <RemoveDraft of={apply} />}
        </div>
        {apply.status !== 'draft' && <EntrySheets id={id} />}
        <Timeline events={progress!.timeline} now={progress!.waiting.who === 'nobody' ? undefined : now} />
      </section>
      <Rounds rounds={progress!.rounds} card="centre-card" />
      <details className="centre-card application-part">
        <summary>
          <h2>申报书</h2>
        </summary>
        <FormAnswers fields={fields} values={form} />
        {given.length === 0 && <AttachedFiles materials={materials} files={{}} />}
      </details>
      <GivenMaterials slots={given} />
      <EntryMessages key={version} id={id} />
    </>
  )
}

/** Shows the outcome or the next step. */
function EntryOutcome({ entry: { hindrance, noticeEndsOn }, apply: { status, level } }: Props) {
  if (hindrance) return <p>{hindrance}。这份申报书没有提交，不参加评审。</p>
  if (status === 'approved')
    return (
      <p>
        已授予{level}。获奖证书在<Link to="/admin/user/certificates">我的证书</Link>中查看和下载。
      </p>
    )
  if (noticeEndsOn)
    return (
      <p>
        正在公示，到 <Day of={noticeEndsOn} /> 结束；期满无异议即授奖。
      </p>
    )
  const words = next[status]
  return words ? <p>{words}</p> : null
}

const next: Partial<Record<Apply['status'], string>> = {
  submitted: '协会正在进行形式审查，需要补正的会一次告知。',
  scoring: '已通过形式审查，由专家评审；评审期间不告知得分。',
  deciding: '专家评审已结束，等待奖励委员会审定。',
  rejected: '未入选，理由见办理记录。',
  withdrawn: '已撤回。',
  expired: '未在期限内补正，申报已终止。',
}

function EntryMessages({ id }: { id: number }) {
  const answer = useApi('GET /award/message/list', { id, pageSize: 20 })
  if (answer.data?.total === 0) return null
  return (
    <section className="centre-card">
      <h2>相关消息</h2>
      <States answer={answer} lines={3}>
        {({ list }) => (
          <ul className="case-messages" role="list">
            {list.map(of => (
              <CaseMessage key={of.id} of={of} />
            ))}
          </ul>
        )}
      </States>
    </section>
  )
}

/** 申报书: a long form that keeps itself, with its parts at hand; looked over, then handed in. */
function MyAwardForm({ entry, apply: { id, version, status } }: Props) {
  const { people, materials } = entry
  const seal = materials.find(({ code }) => isStampedForm(code))
  return (
    <ApplicationForm
      of={{ ...entry, id, version }}
      draftName={`award-${id}`}
      label="申报书"
      fillers={people.length ? { persons: { label: '带入本单位人员', rows: () => people } } : {}}
      materials={places =>
        materials.length > 0 && (
          <Attached>
            <div className="print-first">
              {seal && (
                <p>
                  {!seal.required && '要上传盖章申报书的，'}
                  填写完成后下载申报书，打印、签字、盖章，再把扫描件上传到“盖章申报书”。下载后改过内容的，须重新打印。
                </p>
              )}
              <EntrySheets id={id} />
              {entry.call.hidesApplicants && (
                <p>本奖项匿名评审：{seal && '除盖章申报书外，'}材料里请隐去单位名称、姓名、印章和标识。</p>
              )}
            </div>
            {places}
          </Attached>
        )
      }
      acts={({ draft }) =>
        status === 'draft' && (
          <RemoveDraft of={{ id, version: draft.version ?? version, projectName: String(draft.values.name ?? '') }} />
        )
      }
    />
  )
}

/** 申报书, to be printed and sealed; `before`: what is typed is kept first. */
const EntrySheets = ({ id }: { id: number }) => (
  <p className="form-actions application-papers">
    <DownloadButton from="POST /award/download" input={{ id, format: 'pdf' }}>
      下载申报书（PDF）
    </DownloadButton>
    <DownloadButton from="POST /award/download" input={{ id, format: 'docx' }}>
      下载申报书（Word）
    </DownloadButton>
  </p>
)

/** Asked once more: what was typed is gone then. `version`: the one that was kept last. */
function RemoveDraft({ of: { id, version, projectName } }: { of: Pick<Apply, 'id' | 'version' | 'projectName'> }) {
  const navigate = useNavigate()
  const [asking, ask] = useState(false)
  const { submit, busy, error } = useSubmit('POST /award/withdraw')
  const remove = async () => {
    if (await submit({ id, version })) void navigate('/admin/user/awards')
  }
  return (
    <>
      <Button danger type="text" onClick={() => ask(true)}>
        删除草稿
      </Button>
      <AskDialog
        title="删除这份草稿？"
        isOpen={asking}
        action="删除"
        back="不删除"
        danger
        busy={busy}
        send={remove}
        close={() => ask(false)}
      >
        <p>“{projectName || '未命名的申报'}”已填写的内容不再保留。</p>
        <Problem>{error?.message}</Problem>
      </AskDialog>
    </>
  )
}
