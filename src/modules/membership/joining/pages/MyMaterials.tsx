import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { FeeForm } from '#modules/membership/fees/pages/FeeForm.tsx'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { PrintFirst } from '#modules/review/applying/pages/PrintFirst.tsx'
import { ApplicationMaterials } from '#modules/review/pages/ApplicationMaterials.tsx'
import { stagesOf } from '#modules/review/workflow.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { States } from '#ui/States.tsx'

export { myMaterials as handle } from '#modules/membership/pages/screens.ts'

/** 盖章材料, and later the fee: the second half of joining. */
export default function MyMaterials() {
  const answer = useApi('GET /member/getApply2', {})
  const own = useApi('GET /member/membership', {})
  return (
    <States answer={answer}>
      {apply => (
        <States answer={own}>
          {({ joining }) => (
            <>
              <ApplyHead
                stages={stagesOf(['review', ...joining.stages], apply.status)}
                head={apply}
                remarks={apply.auditReason}
              />
              {apply.fee && <FeeForm apply={apply} fee={apply.fee} done={answer.reload} />}
              {apply.noticeEndsOn && (
                <p className="centre-card">正在公示，公示期到 {apply.noticeEndsOn} 结束，期满无异议后进入缴费。</p>
              )}
              <Materials key={apply.version} of={apply} />
            </>
          )}
        </States>
      )}
    </States>
  )
}

type Apply2 = Output<ApiContract['GET /member/getApply2']>

const Materials = ({ of: { applyId, version, slots, auditReason } }: { of: Apply2 }) => (
  <ApplicationMaterials
    of={{
      id: applyId!,
      version: version!,
      materials: slots.map(({ slot: code, ...rest }) => ({ code, ...rest })),
      auditReason,
    }}
    printFirst={who => (
      <PrintFirst
        button={(format, name) => (
          <DownloadButton from="POST /member/download" input={{ type: 'applyForm', id: applyId!, format }}>
            {name}
          </DownloadButton>
        )}
      >
        {`${who}请下载申请表，打印、签字并加盖公章，扫描或拍照后上传。`}
      </PrintFirst>
    )}
    formRoute="/admin/user/membership/apply"
  />
)
