import { type Address, type Api, inBrowser, onServer, type Query, sentWithStatus, withStatus } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import { isRefusal } from '#lib/error.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { FilterTabs } from '#ui/table/Filter.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { searchPage } from '../searchPage.ts'
import type { Route } from './+types/Search'
import { NothingFound } from './NothingFound.tsx'
import { SearchForm } from './SearchForm.tsx'
import { SearchHit } from './SearchHit.tsx'
import './search.css'

const load = async (api: Api, { query }: Address) => {
  const { key } = query
  if (!key) return { query, found: null, problem: null }
  try {
    const found = await api('GET /search', { ...query, key })
    // Nobody waits for it to be counted.
    if (found.total > 0 && found.taken === null) api('POST /search/count', { key }).catch(() => {})
    return { query, found, problem: null }
  } catch (error) {
    // What was typed stays in the box, with what to mend beside it.
    if (isRefusal(error)) return withStatus(error.code, { query, found: null, problem: error.message })
    throw error
  }
}
export const loader = sentWithStatus(onServer(load))
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => {
  const key = args.loaderData?.query.key
  return head(args, { name: key ? `搜索“${key}”` : '全站搜索', canonical: '/admin/home/search', hidden: true })
}

export default function Search({ loaderData: { query, found, problem } }: Route.ComponentProps) {
  const key = String(query.key ?? '').trim()
  return (
    <div className="wrap search-page">
      <PageHead crumbs={[{ name: '全站搜索', route: '/admin/home/search' }]} title="全站搜索" />
      <SearchForm value={key} problem={problem} />
      {found && (
        <>
          <FilterTabs name="结果类别" chosen={query.type} options={tabsOf(found, query)} />
          {found.list.length > 0 ? (
            <>
              {found.taken !== null && (
                <p className="search-instead" role="status">
                  没有找到与“{key}”有关的内容，以下是“{found.taken}”的结果。
                </p>
              )}
              <Order query={query} />
              <Hits list={found.list} />
              <Pager page={found} unit="条结果" />
            </>
          ) : (
            <NothingFound typed={key} suggestions={found.suggestions} hasNear={found.near.length > 0} />
          )}
          {found.near.length > 0 && (
            <section aria-labelledby="search-near">
              <h2 id="search-near" className={found.list.length > 0 ? undefined : 'hidden-text'}>
                相近的结果
              </h2>
              <Hits list={found.near} />
            </section>
          )}
        </>
      )}
    </div>
  )
}

type Found = NonNullable<Route.ComponentProps['loaderData']['found']>

const Hits = ({ list }: { list: Found['list'] }) => (
  <ol role="list" className="hits">
    {list.map(hit => (
      <SearchHit key={`${hit.type}${hit.id}`} hit={hit} />
    ))}
  </ol>
)

const link = ({ key = '', sort }: Query, type?: string, order = sort) => searchPage(key, { type, sort: order })

const tabsOf = ({ facets }: Found, query: Query) => [
  { value: '', name: '全部', to: link(query) },
  ...facets
    .filter(({ count, type }) => count > 0 || type === query.type)
    .map(({ type, typeName, count }) => ({ value: type, name: typeName, count, to: link(query, type) })),
]

const ORDERS = [
  { sort: 'rel', name: '按相关度' },
  { sort: 'time', name: '按时间' },
]

const Order = ({ query }: { query: Query }) => (
  <nav className="search-order" aria-label="排序">
    {ORDERS.map(({ sort, name }) => (
      <Link
        key={sort}
        to={link(query, query.type, sort)}
        aria-current={(query.sort ?? 'rel') === sort ? 'true' : undefined}
      >
        {name}
      </Link>
    ))}
  </nav>
)
