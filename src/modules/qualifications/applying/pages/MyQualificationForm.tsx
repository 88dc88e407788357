import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { requiresConditions } from '#modules/qualifications/applicationTypes.ts'
import { MeterStrip } from '#modules/qualifications/eligibility/pages/MeterStrip.tsx'
import { ApplicationForm } from '#modules/review/pages/ApplicationForm.tsx'
import { readEarlier, type WithEarlier } from '#modules/review/pages/CopyEarlier.tsx'
import { SubmittedForm } from '#modules/review/pages/SubmittedForm.tsx'
import type { Route } from './+types/MyQualificationForm'
import { QualificationHead } from './QualificationHead.tsx'

export { myQualificationForm as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  const [of, { stages }, earlier] = await Promise.all([
    api('GET /qualification/getApply1', { id }),
    api('GET /member/application/detail', { id }),
    readEarlier(api, id),
  ])
  return { of: { ...of, earlier }, stages }
})

type Apply1 = Output<ApiContract['GET /qualification/getApply1']> & WithEarlier

/** 能力评价申请表: filled in beside the conditions of its level, looked over, handed in; after a return what was marked. */
export default function MyQualificationForm({ loaderData: { of, stages } }: Route.ComponentProps) {
  return (
    <>
      <QualificationHead apply={of.apply} stages={stages} remarks={of.auditReason} />
      {of.editable ? (
        <FormEditor of={of} />
      ) : (
        <SubmittedForm of={of} progressRoute={`/admin/user/qualification/${of.apply.id}`} />
      )}
    </>
  )
}

function FormEditor({ of: { apply, people, ...form } }: { of: Apply1 }) {
  const { id, version, childId, levelName, applyType } = apply
  return (
    <ApplicationForm
      of={{ ...form, id, version }}
      draftName={`qualification-${id}`}
      fillers={{ persons: { label: '带入本单位人员', rows: () => people } }}
      beside={({ draft }) =>
        requiresConditions(applyType) && <MeterStrip childId={childId} levelName={levelName} values={draft.values} />
      }
    />
  )
}
