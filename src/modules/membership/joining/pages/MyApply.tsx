import { screenLoader } from '#layouts/screenLoader.ts'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { ApplicationForm } from '#modules/review/pages/ApplicationForm.tsx'
import { SubmittedForm } from '#modules/review/pages/SubmittedForm.tsx'
import type { Route } from './+types/MyApply'

export { myApply as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const { accountType } = await api('GET /member/info', {})
  const kind = accountType === 'organisation' ? 'membership' : 'personalMembership'
  return api('GET /member/application/form', { kind })
})

/** 入会申请表: filled in, looked over, handed in; after a return only what was marked. */
export default function MyApply({ loaderData: of }: Route.ComponentProps) {
  // Shows editable materials only; where a signed form is required, materials have their own later screen.
  const form = { ...of, materials: of.materials.filter(({ editable }) => editable) }
  return (
    <>
      <ApplyHead stages={of.stages} head={of} remarks={of.auditReason} />
      {of.openFields.length > 0 || form.materials.length > 0 ? (
        <ApplicationForm key={of.id ?? 'new'} of={form} draftName="membership" />
      ) : (
        <SubmittedForm of={form} progressRoute={`/admin/user/doing/${of.id}`} />
      )}
    </>
  )
}
