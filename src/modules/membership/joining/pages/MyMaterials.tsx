import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { FeeForm } from '#modules/membership/fees/pages/FeeForm.tsx'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { ApplicationMaterials } from '#modules/review/pages/ApplicationMaterials.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { States } from '#ui/States.tsx'
import { type JoiningPlace, joiningStages } from './joining.ts'

export { myMaterials as handle } from '#modules/membership/pages/screens.ts'

type Apply2 = Output<ApiContract['GET /member/getApply2']>

/** 盖章材料, and later the fee: the second half of joining. */
export default function MyMaterials() {
  const answer = useApi('GET /member/getApply2', {})
  const { data: membership } = useApi('GET /member/membership', {})
  return (
    <States answer={answer}>
      {apply => (
        <>
          <ApplyHead
            stages={joiningStages(membership?.joining.stages ?? [], placeOf(apply))}
            head={apply}
            remarks={apply.auditReason}
          />
          {apply.fee && <FeeForm apply={apply} fee={apply.fee} done={answer.reload} />}
          {apply.noticeEndsOn && (
            <p className="centre-card">正在公示，公示期到 {apply.noticeEndsOn} 结束，期满无异议后进入缴费。</p>
          )}
          <ApplicationMaterials
            key={apply.version}
            of={{
              id: apply.applyId!,
              version: apply.version!,
              materials: apply.slots.map(({ slot: code, ...rest }) => ({ code, ...rest })),
              auditReason: apply.auditReason,
            }}
            printFirst={<PrintFirst applyId={apply.applyId!} />}
            formRoute="/admin/user/membership/apply"
          />
        </>
      )}
    </States>
  )
}

const placeOf = ({ status }: Apply2) => places[status] ?? 'materials'

const places: Partial<Record<Apply2['status'], JoiningPlace>> = {
  deciding: 'decision',
  noticed: 'notice',
  unpaid: 'fee',
  paying: 'fee',
  approved: 'member',
}

const PrintFirst = ({ applyId: id }: { applyId: number }) => (
  <div className="print-first">
    <p>请下载申请表，打印、签字并加盖公章，扫描或拍照后上传。</p>
    <p className="form-actions">
      <DownloadButton from="POST /member/download" input={{ type: 'applyForm', id, format: 'pdf' }}>
        下载申请表（PDF）
      </DownloadButton>
      <DownloadButton from="POST /member/download" input={{ type: 'applyForm', id, format: 'docx' }}>
        下载申请表（Word）
      </DownloadButton>
    </p>
  </div>
)
