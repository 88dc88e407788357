import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'

type Apply = Output<ApiContract['GET /qualification/getApply1']>
type Props = { apply: Apply['apply']; remarks: Apply['auditReason'] }

export function QualificationHead({ apply, remarks }: Props) {
  const { id, applyNo, applyTypeName, childName, levelName } = apply
  const { data } = useApi('GET /member/application/detail', { id })
  return (
    <ApplyHead
      head={{ ...apply, number: applyNo }}
      title={`${applyTypeName}：${[childName, levelName].filter(Boolean).join(' ')}`}
      stages={data?.stages ?? []}
      remarks={remarks}
    />
  )
}
