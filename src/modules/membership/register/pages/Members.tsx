import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead, type SiteConfig } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { offeredTo } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link, useRouteLoaderData } from '#ui/router/router.tsx'
import { Filter, FilterSelect, FilterTabs, FilterText } from '#ui/table/Filter.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import type { Route } from './+types/Members'
import { MemberRow } from './MemberRow.tsx'
import { Provinces } from './Provinces.tsx'
import './members.css'

const load = async (api: Api, { query }: Address) => {
  const [page, types, byProvince, trades] = await Promise.all([
    api('GET /app/publicity/member/list', { pageSize: 12, ...query }),
    api('GET /app/publicity/member/type/list', {}),
    api('GET /app/publicity/member/province/list', {}),
    api('GET /dictionary/list', { dictionary: 'trade' }),
  ])
  return { page, types, byProvince, trades: offeredTo(trades, query.category), query }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '会员单位', route: '/admin/publicity/member' }]

export const meta = (args: Route.MetaArgs) =>
  columnHead(args, {
    crumbs: CRUMBS,
    description: '协会会员名录：按级别、地区和行业类别查找会员单位，了解主营业务、资质证书与会员风采。',
    kind: '公示',
  })

export default function Members({ loaderData: { page, types, byProvince, trades, query } }: Route.ComponentProps) {
  const { tiandituKey } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(CRUMBS)} title="会员单位">
        会员名录取自会籍登记，{trades.length > 0 ? '级别、地区与行业类别' : '级别与地区'}均可查询。
      </PageHead>
      <FilterTabs
        name="会员级别"
        chosen={query.type}
        options={[
          { value: '', name: '全部单位', to: '/admin/publicity/member' },
          ...types
            .filter(({ count }) => count > 0)
            .map(({ type, typeName, count }) => ({
              value: String(type),
              name: typeName,
              count,
              to: `/admin/publicity/member?type=${type}`,
            })),
        ]}
      />
      <Filter name="查找会员" keep={{ type: query.type }}>
        <FilterText label="单位名称" name="orgName" value={query.orgName} placeholder="名称、简称或拼音" />
        <FilterSelect
          label="地区"
          name="provinceCode"
          value={query.provinceCode}
          options={provinces.map(({ code, name }) => ({ value: code, name }))}
        />
        {trades.length > 0 && (
          <FilterSelect
            label="行业类别"
            name="category"
            value={query.category}
            options={trades.map(({ code, name }) => ({ value: code, name }))}
          />
        )}
      </Filter>
      {page.list.length > 0 ? (
        <ul role="list" className="members-grid">
          {page.list.map(member => (
            <MemberRow key={member.id} member={member} />
          ))}
        </ul>
      ) : (
        <Empty title="没有符合条件的会员" icon="building">
          <p>
            <Link to="/admin/publicity/member">查看全部会员单位</Link>
            <PlaceLink to="joining" before="，或了解">
              如何入会
            </PlaceLink>
            。
          </p>
        </Empty>
      )}
      <Pager page={page} unit="家会员" />
      <Provinces rows={byProvince} tiandituKey={tiandituKey} />
    </div>
  )
}
