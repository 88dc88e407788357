import { Link, useParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { PrintFirst } from '#modules/review/applying/pages/PrintFirst.tsx'
import { ApplicationMaterials } from '#modules/review/pages/ApplicationMaterials.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { States } from '#ui/States.tsx'
import { AssessmentFee } from './AssessmentFee.tsx'
import { QualificationHead } from './QualificationHead.tsx'

export { myQualificationMaterials as handle } from '#modules/qualifications/pages/screens.ts'

export type Apply2 = Output<ApiContract['GET /qualification/getApply2']>

/** 盖章材料与评审费: the second half of an application. */
export default function MyQualificationMaterials() {
  const params = useParams()
  const answer = useApi('GET /qualification/getApply2', { id: pathId(params.id) })
  return (
    <States answer={answer} lines={10}>
      {of => (
        <>
          <QualificationHead key={of.apply.version} apply={of.apply} remarks={of.auditReason} />
          {of.fee && <AssessmentFee apply={of.apply} fee={of.fee} changed={answer.reload} />}
          <Materials key={of.apply.version} of={of} />
        </>
      )}
    </States>
  )
}

function Materials({ of: { apply, materials, auditReason } }: { of: Apply2 }) {
  const { id, version } = apply
  const progressRoute = `/admin/user/qualification/${id}`
  return (
    <ApplicationMaterials
      of={{ id, version, materials, auditReason }}
      printFirst={who => (
        // The seal is put on what the association has checked: its number, version and QR code are on the print.
        <PrintFirst
          button={(format, name) => (
            <DownloadButton from="POST /qualification/download" input={{ type: 'applyForm', id, format }}>
              {name}
            </DownloadButton>
          )}
        >
          {`${who}请下载通过初审的申请表，打印、签字并加盖公章，扫描或拍照后与其他材料一并上传。`}
        </PrintFirst>
      )}
      formRoute={`/admin/user/qualification/form/${id}`}
      acts={<Link to={progressRoute}>查看进度</Link>}
    />
  )
}
