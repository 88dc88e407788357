import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'

type Apply = Output<ApiContract['GET /qualification/getApply1']>
type Detail = Output<ApiContract['GET /member/application/detail']>
type Props = { apply: Apply['apply']; stages: Detail['stages']; remarks: Apply['auditReason'] }

export function QualificationHead({ apply, stages, remarks }: Props) {
  const { applyNo, applyTypeName, childName, levelName } = apply
  return (
    <ApplyHead
      head={{ ...apply, number: applyNo }}
      title={`${applyTypeName}：${[childName, levelName].filter(Boolean).join(' ')}`}
      stages={stages}
      remarks={remarks}
    />
  )
}
