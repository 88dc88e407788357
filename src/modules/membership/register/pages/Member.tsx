import type { ReactNode } from 'react'
import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { columnCrumbs, HOME, useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { longDay } from '#lib/dates.ts'
import { formatPhone, telAddress } from '#lib/form/phone.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { Place } from '#ui/map/Place.tsx'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/Member'
import { Awards, Certificates, Posts, Style, Text } from './MemberParts.tsx'
import './member.css'

const load = async (api: Api, { params }: Address) => {
  const id = pathId(params.id)
  const [member, certificates, awards] = await Promise.all([
    api('GET /app/publicity/member/detail', { id }),
    api('GET /app/publicity/member/qualification/list', { id }),
    api('GET /app/publicity/award/organisation/list', { id }),
  ])
  return { member, certificates, awards }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '会员单位', route: '/admin/publicity/member' }]

export const meta = (args: Route.MetaArgs) => {
  const member = args.loaderData?.member
  if (!member) return []
  return head(args, {
    name: member.orgName,
    description: member.summary,
    image: member.logo,
    breadcrumb: columnCrumbs(args.matches, [...CRUMBS, { name: member.orgName, route: null }]),
    tags: { ColumnName: '会员单位' },
    jsonLd: {
      '@type': 'Organization',
      name: member.orgName,
      address: member.address,
      ...(member.website ? { url: member.website } : {}),
    },
  })
}

export default function Member({ loaderData: { member, certificates, awards } }: Route.ComponentProps) {
  const { tiandituKey } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[HOME, ...useColumnCrumbs([...CRUMBS, { name: member.orgName, route: null }])]} />
      <header className="member-head">
        {member.logo && <img src={member.logo} alt="" width="200" height="200" />}
        <div>
          <h1>{member.orgName}</h1>
          <p>
            <Tag tone="water">{member.typeName}</Tag>
            <span>{member.provinceName}</span>
            <span>{member.categoryNames.join('、')}</span>
            <span>
              会员编号 <span className="nowrap">{member.memberNo}</span>
            </span>
          </p>
        </div>
      </header>
      <div className="member-grid">
        <div>
          {member.intro && <Text title="单位简介" text={member.intro} />}
          {member.products && <Text title="主要产品与服务" text={member.products} />}
          {member.honours && <Text title="荣誉" text={member.honours} />}
          {member.style && <Style style={member.style} />}
          <Certificates holder={member.orgName} certificates={certificates} />
          <Awards holder={member.orgName} awards={awards} />
        </div>
        <aside aria-label="基本信息">
          <dl className="facts">
            {factsOf(member).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {member.website && (
              <div>
                <dt>网站</dt>
                <dd>
                  <a href={member.website} target="_blank" rel="noopener noreferrer">
                    {new URL(member.website).host}
                  </a>
                </dd>
              </div>
            )}
          </dl>
          {member.address && (
            <Place
              name={member.orgName}
              address={member.address}
              lng={member.lng}
              lat={member.lat}
              tiandituKey={tiandituKey}
            />
          )}
        </aside>
      </div>
    </div>
  )
}

type Detail = Route.ComponentProps['loaderData']['member']

const factsOf = (member: Detail): [string, ReactNode][] =>
  (
    [
      ['入会时间', longDay(member.joinDate)],
      ['协会职务', member.posts.length > 0 && <Posts of={member.posts} />],
      ['单位性质', member.natureName],
      ['成立日期', member.foundedOn ? longDay(member.foundedOn) : ''],
      ['主营业务', member.mainBusiness],
      ['电话', member.phone && <a href={telAddress(member.phone)}>{formatPhone(member.phone)}</a>],
      ...member.own.map(({ label, text }): [string, ReactNode] => [label, text]),
    ] satisfies [string, ReactNode][]
  ).filter(([, value]) => value)
