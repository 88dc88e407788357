import type { ApiContract } from '#api/contract.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { FeeForm } from '#modules/membership/fees/pages/FeeForm.tsx'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { PrintFirst } from '#modules/review/applying/pages/PrintFirst.tsx'
import { ApplicationMaterials } from '#modules/review/pages/ApplicationMaterials.tsx'
import { readEarlier, type WithEarlier } from '#modules/review/pages/CopyEarlier.tsx'
import { Day } from '#ui/Day.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import type { Route } from './+types/MyMaterials'

export { myMaterials as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const apply = await api('GET /member/getApply2', {})
  const id = apply.applyId!
  const [{ stages }, earlier] = await Promise.all([api('GET /member/application/detail', { id }), readEarlier(api, id)])
  return { apply: { ...apply, earlier }, stages }
})

/** 盖章材料, and later the fee: the second half of joining. */
export default function MyMaterials({ loaderData: { apply, stages } }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  return (
    <>
      <ApplyHead stages={stages} head={apply} remarks={apply.auditReason} />
      {apply.fee && <FeeForm apply={apply} fee={apply.fee} done={revalidate} />}
      {apply.noticeEndsOn && (
        <p className="centre-card">
          正在公示，公示期到 <Day of={apply.noticeEndsOn} /> 结束，期满无异议后进入缴费。
        </p>
      )}
      <Materials key={apply.version} of={apply} />
    </>
  )
}

type Apply2 = Output<ApiContract['GET /member/getApply2']> & WithEarlier

const Materials = ({ of: { applyId, version, slots, auditReason, earlier } }: { of: Apply2 }) => (
  <ApplicationMaterials
    of={{
      id: applyId!,
      version: version!,
      materials: slots.map(({ slot: code, ...rest }) => ({ code, ...rest })),
      auditReason,
      earlier,
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
