import { keepTogether } from '#ui/keepTogether.tsx'
import './bodyLists.css'
import type { ApiContract } from '#api/contract.ts'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { FilterTabs } from '#ui/table/Filter.tsx'
import type { Route } from './+types/BodyLists'

const load = async (api: Api, { query }: Address) => ({
  bodies: await api('GET /app/publicity/body/list', {}),
  chosen: query.body,
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const PATH = '/admin/publicity/body'
const CRUMBS = [{ name: '机构名单', route: PATH }]

export const meta = (args: Route.MetaArgs) =>
  columnHead(args, {
    crumbs: CRUMBS,
    description: '协会理事会、监事会等机构的组成人员：姓名、职务与所在单位。',
    kind: '公示',
  })

/** 理事会名单: who is in office in the bodies whose lists are public. */
export default function BodyLists({ loaderData: { bodies, chosen } }: Route.ComponentProps) {
  const shown = bodies.find(({ code }) => code === chosen) ?? bodies[0]
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(CRUMBS)} title="机构名单">
        名单取自任职登记，随选举、增补和更换即时更新。
      </PageHead>
      {shown ? (
        <>
          <FilterTabs
            name="机构"
            chosen={shown.code}
            options={bodies.map(({ code, name, posts }) => ({
              value: code,
              name,
              count: posts.reduce((sum, { holders }) => sum + holders.length, 0),
              to: `${PATH}?body=${code}`,
            }))}
          />
          <BodyList of={shown} />
        </>
      ) : (
        <Empty title="还没有公开的名单" icon="people">
          <p>
            <Link to="/admin/home">返回首页</Link>
          </p>
        </Empty>
      )}
    </div>
  )
}

type Body = Output<ApiContract['GET /app/publicity/body/list']>[number]

const BodyList = ({ of: { name, termNumber, fromDay, toDay, posts } }: { of: Body }) => (
  <section className="body-list">
    <h2>
      {termNumber}
      {name}
    </h2>
    {fromDay && <p>{keepTogether(`任期：${longDay(fromDay)}${toDay ? `至${longDay(toDay)}` : '起'}`)}</p>}
    {posts.map(post => (
      <section key={post.name}>
        <h3>
          {post.name}
          {post.holders.length > 1 && <small>{post.holders.length} 人</small>}
        </h3>
        <ul role="list">
          {post.holders.map(({ personName, orgName, route }) => (
            <li key={`${personName} ${orgName}`}>
              <b>{personName}</b>
              {route ? <Link to={route}>{orgName}</Link> : orgName && <span>{orgName}</span>}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </section>
)
