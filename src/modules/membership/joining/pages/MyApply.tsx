import { screenLoader } from '#layouts/screenLoader.ts'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { ApplicationForm } from '#modules/review/pages/ApplicationForm.tsx'
import { readEarlier } from '#modules/review/pages/CopyEarlier.tsx'
import { SubmittedForm } from '#modules/review/pages/SubmittedForm.tsx'
import type { Route } from './+types/MyApply'

export { myApply as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const { accountType } = await api('GET /member/info', {})
  const kind = accountType === 'organisation' ? 'membership' : 'personalMembership'
  const [of, { places }] = await Promise.all([
    api('GET /member/application/form', { kind }),
    api('GET /cms/index/noLogin/navigation', {}),
  ])
  return {
    of: { ...of, earlier: await readEarlier(api, of.id) },
    charter: places.find(({ code }) => code === 'charter'),
  }
})

/** 入会申请表: filled in, looked over, handed in; after a return only what was marked. */
export default function MyApply({ loaderData: { of, charter } }: Route.ComponentProps) {
  // Shows editable materials only; where a signed form is required, materials have their own later screen.
  const form = { ...of, materials: of.materials.filter(({ editable }) => editable) }
  return (
    <>
      <ApplyHead stages={of.stages} head={of} remarks={of.auditReason} />
      {charter && (
        <p>
          申请入会须同意章程：
          <a href={charter.route} target="_blank" rel="noopener">
            章程全文（在新窗口打开）
          </a>
        </p>
      )}
      {of.openFields.length > 0 || form.materials.length > 0 ? (
        <ApplicationForm key={of.id ?? 'new'} of={form} draftName="membership" />
      ) : (
        <SubmittedForm of={form} progressRoute={`/admin/user/doing/${of.id}`} />
      )}
    </>
  )
}
