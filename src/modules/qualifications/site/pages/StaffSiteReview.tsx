import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import type { Route } from './+types/StaffSiteReview'
import { SiteGroup } from './SiteGroup.tsx'
import { SiteHead } from './SiteHead.tsx'
import { SitePlan } from './SitePlan.tsx'
import { SiteRecord } from './SiteRecord.tsx'
import { SiteResult } from './SiteResult.tsx'
import { SiteVerify } from './SiteVerify.tsx'
import './site.css'

export { staffSiteReview as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/qualification/site/detail', { id: pathId(params.id) }),
)

export type SiteReview = Output<ApiContract['GET /staff/qualification/site/detail']>
export type SiteParts = { of: SiteReview; changed: () => void }

/** One review on site, from who goes to what was put right. */
export default function StaffSiteReview({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.title)
  const { revalidate } = useRevalidator()
  const mayAct = useMay('staff:review')
  const [planning, plan] = useState(false)
  const parts = { of, changed: revalidate }
  const isOnSite = of.stage === 'onSite'
  const planned = () => {
    plan(false)
    void revalidate()
  }
  return (
    <>
      <SiteHead {...parts} plan={mayAct && isOnSite && !planning ? () => plan(true) : undefined} />
      {mayAct && (of.stage === 'awaitingSite' || (isOnSite && planning)) ? (
        <SitePlan of={of} changed={planned} cancel={isOnSite ? () => plan(false) : undefined} />
      ) : (
        of.group.length > 0 && <SiteGroup {...parts} />
      )}
      {mayAct && isOnSite && !planning && <SiteRecord {...parts} />}
      {mayAct && of.stage === 'verifying' && <SiteVerify key={of.version} {...parts} />}
      {of.recordedAt && <SiteResult of={of} />}
    </>
  )
}
