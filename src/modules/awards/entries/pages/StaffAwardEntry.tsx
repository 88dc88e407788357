import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { ApplicationTag } from '#modules/review/applying/pages/ApplicationTag.tsx'
import { FormAnswers } from '#modules/review/pages/FormAnswers.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import type { Route } from './+types/StaffAwardEntry'
import '#ui/form/form.css'
import '#modules/awards/pages/staffAwards.css'

export { staffAwardEntry as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/award/entry/detail', { id: pathId(params.id) }),
)

type Entry = Output<ApiContract['GET /staff/award/entry/detail']>

/** Read-only screen of a submitted entry; decisions are made on the review desk, in its round and by the committee. */
export default function StaffAwardEntry({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.name)
  return (
    <>
      <Head of={of} />
      <section className="desk-card">
        <h2>申报书</h2>
        <FormAnswers fields={of.fields} values={of.form} />
      </section>
      <Materials of={of} />
      <section className="desk-card">
        <h2>办理记录</h2>
        <ol className="award-history">
          {of.timeline.map(({ id, actionName, toName, actorName, opinion, at }) => (
            <li key={id}>
              <time dateTime={at}>{minute(at)}</time>
              <span>
                {actorName} {actionName}，{toName}
                {opinion && `：${opinion}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function Head({ of }: { of: Entry }) {
  const may = useMay('staff:applications')
  return (
    <section className="desk-card">
      <h2>
        {of.name} <ApplicationTag status={of.status} name={of.statusName} />
      </h2>
      <p className="award-figures">
        <span>{of.applyNo}</span>
        <span>{of.applicant}</span>
        <span>{of.subTypeName}</span>
        <span>{of.groupName}</span>
        {of.levelWanted && <span>申报 {of.levelWanted}</span>}
        {of.score !== null && (
          <span>
            得分 {of.score}，第 {of.rank} 名
          </span>
        )}
      </p>
      <p className="award-figures">
        <Link to={`/staff/award-calls/${of.callId}`}>{of.callTitle}</Link>
        {may && <Link to={`/staff/review/${of.applicationId}`}>在审核台打开</Link>}
      </p>
    </section>
  )
}

const Materials = ({ of }: { of: Entry }) => (
  <section className="desk-card">
    <h2>材料</h2>
    {of.materials.every(({ files }) => files.length === 0) && <p>没有上传材料。</p>}
    {of.materials
      .filter(({ files }) => files.length > 0)
      .map(({ code, name, files }) => (
        <div className="field" key={code}>
          <span className="field-label">{name}</span>
          <Upload use="material" label={name} value={files} onChange={() => {}} readOnly />
        </div>
      ))}
  </section>
)
