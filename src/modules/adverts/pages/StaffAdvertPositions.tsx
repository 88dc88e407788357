import { Button } from 'antd'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { formatYuan } from '#lib/money.ts'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffAdvertPositions'
import './adverts.css'

export { staffAdvertPositions as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/advert/positions', {}))

/** 广告位: price, how many at once, open or not; their sizes belong to the layout. */
export default function StaffAdvertPositions({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '广告位',
    save: 'POST /staff/advert/position/save',
  })
  return (
    <SiteDesk
      desk={desk}
      className="desk-card advert-desk"
      title="广告位与价格"
      about="修改只影响以后提交的广告；已提交的按提交时的价格。联系人和须知在“站点设置”的“广告业务”中修改。"
      history="advertPosition"
    >
      {({ list }) => (
        <Table
          caption="广告位"
          rows={list}
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
            {
              name: '今天 / 同时',
              cell: ({ usedToday, values }) => `${usedToday} / ${values.most} 条`,
              nowrap: true,
            },
            {
              name: '状态',
              cell: ({ values }) => (values.isOpen === 'yes' ? <Tag tone="good">开放申请</Tag> : <Tag>暂不开放</Tag>),
              nowrap: true,
            },
            {
              name: '操作',
              cell: row => (
                <Button onClick={() => desk.edit(row)}>
                  修改<span className="hidden-text">{row.name}</span>
                </Button>
              ),
              nowrap: true,
            },
          ]}
        />
      )}
    </SiteDesk>
  )
}
