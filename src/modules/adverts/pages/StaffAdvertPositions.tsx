import { formatYuan } from '#lib/money.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import './adverts.css'
import type { Route } from './+types/StaffAdvertPositions'

export { staffAdvertPositions as handle } from './screens.ts'

export const clientLoader = recordsLoader('advertPosition')

/** 广告位: price, how many at once, open or not; their sizes belong to the layout. */
export default function StaffAdvertPositions({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="广告位"
      className="desk-card advert-desk"
      title="广告位与价格"
      about="修改只影响以后提交的广告；已提交的按提交时的价格。联系人和须知在“站点设置”的“广告业务”中修改。"
      history="advertPosition"
      columns={[
        {
          name: '广告位',
          cell: ({ name, size, values }) => (
            <>
              {name}
              <small>
                {size} 像素{values.note ? `，${values.note}` : ''}
              </small>
            </>
          ),
        },
        { name: '每天（元）', isFigure: true, cell: ({ values }) => formatYuan(Number(values.price)) },
        { name: '今天 / 同时', nowrap: true, cell: ({ usedToday, values }) => `${usedToday} / ${values.most} 条` },
        {
          name: '状态',
          nowrap: true,
          cell: ({ values }) => (values.isOpen === 'yes' ? <Tag tone="good">开放申请</Tag> : <Tag>暂不开放</Tag>),
        },
      ]}
    />
  )
}
