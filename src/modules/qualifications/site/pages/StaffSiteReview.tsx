import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import { SiteGroup } from './SiteGroup.tsx'
import { SiteHead } from './SiteHead.tsx'
import { SitePlan } from './SitePlan.tsx'
import { SiteRecord } from './SiteRecord.tsx'
import { SiteResult } from './SiteResult.tsx'
import { SiteVerify } from './SiteVerify.tsx'
import './site.css'

export type SiteReview = Output<ApiContract['GET /staff/qualification/site/detail']>
export type SiteParts = { of: SiteReview; changed: () => void }

/** One review on site, from who goes to what was put right. */
export default function StaffSiteReview() {
  const { pathname } = useLocation()
  const answer = useApi('GET /staff/qualification/site/detail', { id: Number(pathname.split('/').at(-1)) })
  const mayAct = useMay('staff:review')
  const [planning, plan] = useState(false)
  return (
    <States answer={answer} lines={12}>
      {of => {
        const parts = { of, changed: answer.reload }
        const isOnSite = of.stage === 'onSite'
        const planned = () => {
          plan(false)
          answer.reload()
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
      }}
    </States>
  )
}
