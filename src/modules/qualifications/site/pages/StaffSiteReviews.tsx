import { listLoader } from '#layouts/screenLoader.ts'
import { siteReviews } from '#modules/qualifications/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import type { SiteStage } from '../../siteReview.ts'
import { siteReviewFilters } from '../../siteReviewFilters.ts'
import type { Route } from './+types/StaffSiteReviews'

export { staffSiteReviews as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = listLoader(siteReviews.load)

export const siteTones: Record<SiteStage, Tone> = {
  awaitingSite: 'warn',
  onSite: 'water',
  rectifying: 'plain',
  verifying: 'warn',
  over: 'good',
}

/** Reviews on site: what waits to be arranged in front, then by day; what is over at the end. */
export default function StaffSiteReviews({ loaderData }: Route.ComponentProps) {
  return (
    <RegisterTable
      of={siteReviews}
      loaded={loaderData}
      unit="项"
      filters={registerFilters(siteReviewFilters, {})}
      empty={{ title: '没有现场评审', children: <p>缴清评审费、需要现场评审的申请会出现在这里。</p> }}
      cells={{
        stageName: ({ stage, stageName, statusName }) => (
          <Tag tone={siteTones[stage]}>{stage === 'over' ? statusName : stageName}</Tag>
        ),
        plannedOn: ({ days, cells }) => (days > 1 ? `${cells.plannedOn}，共 ${days} 天` : cells.plannedOn),
        leader: ({ experts, cells }) => (experts > 1 ? `${cells.leader} 等 ${experts} 人` : cells.leader),
        deadline: ({ dueOn, deadline, overdue }) => {
          if (dueOn) return `${dueOn} 申请人整改`
          if (!deadline) return '—'
          return overdue ? <Tag tone="bad">{`${deadline} 已超期`}</Tag> : `${deadline} 协会办理`
        },
      }}
    />
  )
}
