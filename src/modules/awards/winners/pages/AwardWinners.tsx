import './awardWinners.css'
import { Fragment } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import type { Output } from '#lib/contract.ts'
import { OpenCalls } from '#modules/awards/calls/pages/AwardCalls.tsx'
import { MemberLink } from '#modules/membership/register/pages/MemberLink.tsx'
import { Day } from '#ui/Day.tsx'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { Filter, FilterSelect, FilterTabs, FilterText } from '#ui/table/Filter.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import type { Route } from './+types/AwardWinners'

const AT = '/admin/publicity/award'
const CRUMBS = [{ name: '获奖名单', route: AT }]

const load = async (api: Api, { query }: Address) => {
  const [page, kinds] = await Promise.all([
    api('GET /app/publicity/award/list', { pageSize: 50, ...query }),
    api('GET /app/publicity/award/kind/list', {}),
  ])
  return { page, kinds, query }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => {
  const { page, query } = args.loaderData ?? {}
  return columnHead(args, {
    crumbs: CRUMBS,
    description: '协会历届科技奖励的获奖项目、等级、完成单位和完成人，以及正在受理的奖励申报。',
    hidden: Boolean(query?.key),
    kind: '公示',
    jsonLd: page && {
      '@type': 'ItemList',
      name: '获奖名单',
      numberOfItems: page.total,
      itemListElement: page.list.slice(0, 20).map((one, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        name: one.name,
        description: `${one.year} 年度${one.kindName}${one.levelName}`,
      })),
    },
  })
}

/** Winners of all years, award by award and level by level; above them, what may be applied for now. */
export default function AwardWinners({ loaderData: { page, kinds, query } }: Route.ComponentProps) {
  const chosen = kinds.find(({ kind }) => kind === query.kind)
  const of = chosen ? [chosen] : kinds
  const years = [...new Set(of.flatMap(one => one.years))].sort((a, b) => b - a)
  const levels = [...new Set(of.flatMap(one => one.levels))]
  const groups = [...Map.groupBy(page.list, one => `${one.year} ${one.kind}`).values()]
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(CRUMBS)} title="获奖名单">
        {chosen?.intro || '历届科技奖励的获奖项目。申报、评审和颁奖各环节均不收取任何费用。'}
      </PageHead>
      <OpenCalls calls={of.flatMap(one => one.calls)} />
      <FilterTabs
        name="奖项"
        chosen={query.kind}
        options={[
          { value: '', name: '全部', to: AT },
          ...kinds.map(({ kind, kindName, count }) => ({
            value: kind,
            name: kindName,
            count,
            to: `${AT}?kind=${kind}`,
          })),
        ]}
      />
      <Filter name="查找获奖项目" keep={{ kind: query.kind }}>
        <FilterText label="关键词" name="key" value={query.key} placeholder="项目、单位或个人" maxLength={50} />
        <FilterSelect
          label="年度"
          name="year"
          value={query.year}
          options={years.map(year => ({ value: year, name: `${year} 年度` }))}
        />
        <FilterSelect
          label="等级"
          name="level"
          value={query.level}
          options={levels.map(name => ({ value: name, name }))}
        />
      </Filter>
      {groups.map(winners => (
        <AwardYear key={`${winners[0]!.year}${winners[0]!.kind}`} winners={winners} />
      ))}
      {groups.length === 0 && (
        <Empty title={query.key ? `没有找到与“${query.key}”有关的获奖项目` : '没有符合条件的获奖项目'} icon="search">
          <p>
            可以减少条件再试，或<Link to={AT}>查看全部获奖项目</Link>；核对一张获奖证书，请用
            <Link to="/admin/verify">证书查验</Link>。
          </p>
        </Empty>
      )}
      <Pager page={page} unit="个获奖项目" />
    </div>
  )
}

type Winner = Output<ApiContract['GET /app/publicity/award/list']>['list'][number]

/** Winners of one award in one year: a section per level, highest first. */
function AwardYear({ winners }: { winners: Winner[] }) {
  const { year, kindName, kind } = winners[0]!
  const levels = [...Map.groupBy(winners, ({ levelName }) => levelName)]
  const id = `award-${kind}-${year}`
  return (
    <section className="award-year" aria-labelledby={id}>
      <h2 id={id}>
        {year} 年度{kindName}
      </h2>
      {levels.map(([level, ours]) => (
        <section key={level} className="award-level">
          <h3>
            {level} <small>{ours.length} 项</small>
          </h3>
          <ol role="list">
            {ours.map(winner => (
              <WinnerRow key={winner.id} of={winner} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}

function WinnerRow({ of, prize }: { of: Winner; prize?: string }) {
  const { organisations, persons, withdrawn } = of
  const about = [prize, of.subTypeName, of.groupName && `${of.groupName.replace(/组$/, '')}组`]
    .filter(Boolean)
    .join(' · ')
  return (
    <li id={`winner-${of.id}`} className="winner" data-withdrawn={withdrawn ? true : undefined}>
      <p className="winner-name">
        {withdrawn ? <s>{of.name}</s> : of.name} {withdrawn && <b className="winner-withdrawn">已撤销</b>}
      </p>
      {about && <p className="winner-about">{about}</p>}
      <dl>
        <Names of={organisations} name="单位" members={of.members} />
        <Names of={persons} name="人员" />
      </dl>
      {withdrawn && (
        <p className="winner-why">
          <Day of={withdrawn.date} />
          撤销奖励：{withdrawn.reason}
        </p>
      )}
    </li>
  )
}

const Names = ({ name, of, members = [] }: { name: string; of: string[]; members?: Winner['members'] }) =>
  of.length > 0 && (
    <div>
      <dt>{name}</dt>
      <dd>
        {of.map((each, i) => (
          <Fragment key={each}>
            {i > 0 && '、'}
            <MemberLink name={each} id={members.find(one => one.name === each)?.id ?? null} />
          </Fragment>
        ))}
      </dd>
    </div>
  )
