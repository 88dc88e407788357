import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { optionsOf } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { statuses, statusNames } from '../advertStatus.ts'
import { positionCodes, positions } from '../positions.ts'
import type { Route } from './+types/StaffAdverts'
import { AdvertThumb } from './AdvertThumb.tsx'
import { advertTone, rateOf } from './advertViews.ts'

export { staffAdverts as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filter } = listQuery<Filter>(
    query,
    'key',
    'status',
    'position',
    'from',
    'to',
    'invoice',
  )
  const page = await api('GET /staff/adverts', { ...filter, pageNum, pageSize })
  return { filter, page }
})

type Row = Output<ApiContract['GET /staff/adverts']>['list'][number]
type Filter = Input<ApiContract['GET /staff/advert/export']>

const filters = [
  { name: 'key', label: '标题、编号或广告主', kind: 'text' as const },
  {
    name: 'status',
    label: '状态',
    options: statuses.filter(code => code !== 'draft').map(code => ({ code, name: statusNames[code] })),
  },
  { name: 'position', label: '广告位', options: positionCodes.map(code => ({ code, name: positions[code].name })) },
  { name: 'from', label: '投放期间从', kind: 'day' as const },
  { name: 'to', label: '到', kind: 'day' as const },
  {
    name: 'invoice',
    label: '发票',
    options: optionsOf({ due: '待开票', issued: '已开票' }),
  },
]

/** 广告: everything that was handed in, and where it stands. */
export default function StaffAdverts({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData
  const answer = useLoaded(loaderData.page)
  return (
    <section className="desk-card advert-desk">
      <h2>全部广告</h2>
      <DataTable<Row>
        caption="广告"
        answer={answer}
        unit="条"
        filters={filters}
        empty={{ title: '还没有广告', children: <p>会员提交的广告会列在这里，在审核台审核。</p> }}
        save={() => saveFile('GET /staff/advert/export', filter)}
        columns={[
          {
            name: '广告',
            cell: ({ id, title, number, advertiser, imageId }) => (
              <div className="advert-cell">
                <AdvertThumb id={imageId} alt="" />
                <div>
                  <Link to={`/staff/adverts/${id}`}>{title}</Link>
                  <small>{advertiser}</small>
                  <small>{number}</small>
                </div>
              </div>
            ),
          },
          {
            name: '广告位与时间',
            cell: ({ positionName, startDate, endDate }) => (
              <>
                {positionName}
                <small>
                  {startDate} 至 {endDate}
                </small>
              </>
            ),
          },
          {
            name: '状态',
            cell: ({ status, statusName }) => <Tag tone={advertTone(status)}>{statusName}</Tag>,
            nowrap: true,
          },
          {
            name: '费用（元）',
            isFigure: true,
            cell: ({ amount, feeName }) => (
              <>
                {amount === null ? '—' : formatYuan(amount)}
                <small>{feeName}</small>
              </>
            ),
          },
          {
            name: '浏览 / 点击',
            cell: ({ views, clicks }) => (
              <>
                {withCommas(views)} / {withCommas(clicks)}
                <small>点击率 {rateOf({ views, clicks })}</small>
              </>
            ),
          },
        ]}
      />
    </section>
  )
}
