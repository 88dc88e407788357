import './members.css'
import './provinces.css'
import { useEffect, useRef, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead, type SiteConfig } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import type { Output } from '#lib/contract.ts'
import { offeredOptions } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link, useRouteLoaderData } from '#ui/router/router.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Filter, FilterSelect, FilterTabs, FilterText } from '#ui/table/Filter.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import type { Route } from './+types/Members'
import { drawProvinces } from './provinceMap.ts'

const load = async (api: Api, { query }: Address) => {
  const [page, types, byProvince, trades] = await Promise.all([
    api('GET /app/publicity/member/list', { pageSize: 12, ...query }),
    api('GET /app/publicity/member/type/list', {}),
    api('GET /app/publicity/member/province/list', {}),
    api('GET /dictionary/list', { dictionary: 'trade' }),
  ])
  return { page, types, byProvince, trades: offeredOptions(trades, query.category), query }
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

type Member = Output<ApiContract['GET /app/publicity/member/list']>['list'][number]

/** A member in the directory; a person has no page of its own. */
function MemberRow({ member }: { member: Member }) {
  const isOrganisation = member.kind === 'organisation'
  return (
    <li className="member-row">
      {member.logo ? (
        <img src={member.logo} alt="" width="200" height="200" loading="lazy" />
      ) : (
        <span className="member-mark">{(member.personName ?? member.orgName)[0]}</span>
      )}
      <div>
        <h2>
          {isOrganisation ? (
            <Link to={`/admin/publicity/member/${member.id}`}>{member.orgName}</Link>
          ) : (
            member.personName
          )}
        </h2>
        <p className="member-about">
          <Tag tone="water">{member.typeName}</Tag>
          <span>{member.provinceName}</span>
          <span>{isOrganisation ? member.categoryNames.join('、') : member.orgName}</span>
        </p>
        {member.mainBusiness && <p className="member-business">{member.mainBusiness}</p>}
        <p className="member-number">
          {member.memberNo} · {member.joinDate.slice(0, 4)} 年入会
        </p>
      </div>
    </li>
  )
}

type Rows = Output<ApiContract['GET /app/publicity/member/province/list']>

/** Members by region: on the State's base map where a key is configured, and always in words. We never draw an outline ourselves. */
function Provinces({ rows, tiandituKey }: { rows: Rows; tiandituKey: string | null }) {
  const shown = rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
  const byCount = [...Map.groupBy(shown, ({ count }) => count)]
  return (
    <Section title="会员单位的地区分布" className="provinces">
      {tiandituKey && <ProvinceMap rows={shown} tiandituKey={tiandituKey} />}
      <dl className="provinces-by-count">
        {byCount.map(([count, same]) => (
          <div key={count}>
            <dt>
              {same.length > 1 && '各 '}
              {count} 家
            </dt>
            {same.map(({ provinceCode, provinceName }) => (
              <dd key={provinceCode}>
                <Link to={`/admin/publicity/member?provinceCode=${provinceCode}`}>{provinceName}</Link>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  )
}

function ProvinceMap({ rows, tiandituKey }: { rows: Rows; tiandituKey: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn once, whichever members are listed above
  useEffect(() => {
    if (box.current) drawProvinces(box.current, rows, tiandituKey).catch(() => setFailed(true))
  }, [tiandituKey])
  // Falls back to the words below if the official map does not load.
  return failed ? null : <div ref={box} className="province-map" />
}
