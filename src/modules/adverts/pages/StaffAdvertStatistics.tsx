import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { States } from '#ui/States.tsx'
import { ListFilters } from '#ui/table/ListFilters.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { Table } from '#ui/table/Table.tsx'
import { positionCodes, positions } from '../positions.ts'
import type { Route } from './+types/StaffAdvertStatistics'
import { AdvertDays } from './AdvertDays.tsx'
import './adverts.css'
import { withCommas } from '#lib/words/numbers.ts'

export { staffAdvertStatistics as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, ...input } = listQuery<Asked>(query, 'from', 'to', 'position')
  const page = await api('GET /staff/advert/statistics', input)
  return { input, page }
})

type Asked = Input<ApiContract['GET /staff/advert/statistics']>
type Statistics = Output<ApiContract['GET /staff/advert/statistics']>

const filters = [
  { name: 'from', label: '从', kind: 'day' as const },
  { name: 'to', label: '到', kind: 'day' as const },
  { name: 'position', label: '广告位', options: positionCodes.map(code => ({ code, name: positions[code].name })) },
]

const percent = (rate: number | null) => (rate === null ? '—' : `${rate.toFixed(2)}%`)
const counts = [
  { name: '浏览', cell: ({ views }: { views: number }) => withCommas(views), nowrap: true },
  { name: '点击', cell: ({ clicks }: { clicks: number }) => withCommas(clicks), nowrap: true },
  { name: '点击率', cell: ({ rate }: { rate: number | null }) => percent(rate), nowrap: true },
]

/** 广告统计: seen and clicked, by position, by advert, day by day. */
export default function StaffAdvertStatistics({ loaderData }: Route.ComponentProps) {
  const { input } = loaderData
  const answer = useLoaded(loaderData.page)
  return (
    <>
      <section className="desk-card advert-desk">
        <div className="desk-card-head">
          <h2>浏览与点击</h2>
          <SaveButton save={() => saveFile('GET /staff/advert/statistics/export', input)}>导出</SaveButton>
        </div>
        <div className="data-table">
          <div className="data-table-tools">
            <ListFilters filters={filters} />
          </div>
        </div>
        <States answer={answer} lines={8}>
          {of => (
            <>
              <p>
                {keepTogether(`${of.from} 至 ${of.to}`)}：浏览 {withCommas(of.views)} 次，点击 {withCommas(of.clicks)}{' '}
                次，点击率 {percent(of.rate)}
              </p>
              <AdvertDays days={of.days} note="不用 Cookie；同一访客 10 分钟内只计一次，不计自报身份的爬虫" />
            </>
          )}
        </States>
      </section>
      {answer.data && <Tables of={answer.data} />}
    </>
  )
}

const Tables = ({ of: { positions, adverts } }: { of: Statistics }) => (
  <>
    <section className="desk-card advert-desk">
      <h2>按广告位</h2>
      <Table
        caption="各广告位"
        rows={positions}
        keyOf={({ code }) => code}
        columns={[
          { name: '广告位', cell: ({ name }) => name },
          { name: '广告', cell: ({ adverts }) => `${adverts} 条`, nowrap: true },
          ...counts,
        ]}
      />
    </section>
    <section className="desk-card advert-desk">
      <h2>按广告</h2>
      <Table
        caption="各广告"
        rows={adverts}
        columns={[
          {
            name: '广告',
            cell: ({ id, title, advertiser, positionName }) => (
              <>
                <Link to={`/staff/adverts/${id}`}>{title}</Link>
                <small>
                  {advertiser}　{positionName}
                </small>
              </>
            ),
          },
          ...counts,
        ]}
      />
    </section>
  </>
)
