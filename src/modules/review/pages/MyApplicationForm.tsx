import type { ApiContract } from '#api/contract.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { ApplyHead } from '../applying/pages/ApplyHead.tsx'
import type { Route } from './+types/MyApplicationForm'
import { ApplicationForm } from './ApplicationForm.tsx'
import { ApplicationMaterials } from './ApplicationMaterials.tsx'
import { readEarlier, type WithEarlier } from './CopyEarlier.tsx'
import { SubmittedForm } from './SubmittedForm.tsx'
import '#ui/form/form.css'

export { myApplicationForm as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, { params: { application = '' } }) => {
  const which = /^\d+$/.test(application) ? { id: Number(application) } : { kind: application }
  const form = await api('GET /member/application/form', which)
  return { ...form, earlier: await readEarlier(api, form.id) }
})

type Form = Output<ApiContract['GET /member/application/form']> & WithEarlier

/** An application of any kind, by its id; or of the kind that the address names, the one that is open or a new one. */
export default function MyApplicationForm({ loaderData: of, params: { application } }: Route.ComponentProps) {
  return (
    <>
      <ApplyHead head={of} title={of.kindName} stages={of.stages} remarks={of.auditReason} />
      {of.hindrance && <p className="centre-card">{of.hindrance}</p>}
      <Parts key={of.status} of={of} draftName={`apply-${application}`} />
    </>
  )
}

/** The form, and at its time the materials; after a return perhaps both. */
function Parts({ of, draftName }: { of: Form; draftName: string }) {
  const { id, version, step, materials, auditReason, earlier } = of
  const form = step === 'form' ? of : { ...of, materials: [] }
  const isFilledIn = step === 'form' ? of.editable : of.openFields.length > 0
  return (
    <>
      {isFilledIn ? (
        <ApplicationForm of={form} draftName={draftName} />
      ) : (
        <SubmittedForm of={form} progressRoute={`/admin/user/doing/${id}`} />
      )}
      {step === 'materials' && id !== null && version !== null && (
        <ApplicationMaterials
          of={{ id, version, materials, auditReason, earlier }}
          formRoute={`/admin/user/apply/${id}`}
        />
      )}
    </>
  )
}
