import { listLoader } from '#layouts/screenLoader.ts'
import { formatYuan } from '#lib/money.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { advertFilters } from '../advertFilters.ts'
import type { Route } from './+types/StaffAdverts'
import { AdvertThumb } from './AdvertThumb.tsx'
import { advertTone, rateOf } from './advertViews.ts'
import { adverts } from './registers.ts'

export { staffAdverts as handle } from './screens.ts'

export const clientLoader = listLoader(adverts.load)

/** 广告: everything that was handed in, and where it stands. */
export default function StaffAdverts({ loaderData }: Route.ComponentProps) {
  return (
    <RegisterTable
      of={adverts}
      loaded={loaderData}
      unit="条"
      filters={registerFilters(advertFilters, {})}
      empty={{ title: '还没有广告', children: <p>会员提交的广告会列在这里，在审核台审核。</p> }}
      cells={{
        title: ({ imageId, title }) => (
          <span className="advert-cell">
            <AdvertThumb id={imageId} alt="" />
            {title}
          </span>
        ),
        statusName: ({ status, statusName }) => <Tag tone={advertTone(status)}>{statusName}</Tag>,
        amount: ({ amount }) => (amount === null ? '—' : formatYuan(amount)),
        views: ({ views }) => withCommas(views),
        clicks: ({ views, clicks }) => (
          <>
            {withCommas(clicks)}
            <small className="cell-note">点击率 {rateOf({ views, clicks })}</small>
          </>
        ),
      }}
    />
  )
}
