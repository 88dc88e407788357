import './search.css'
import type { ApiContract } from '#api/contract.ts'
import { type Address, type Api, inBrowser, onServer, type Query, withPageStatus, withStatus } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { SuggestInput } from '#layouts/public/SuggestInput.tsx'
import type { Output } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { isRefusal, type Refusal } from '#lib/error.ts'
import { ArticleRow } from '#modules/content/pages/ArticleRow.tsx'
import '#modules/content/pages/newsList.css'
import { Empty } from '#ui/Empty.tsx'
import { Icon } from '#ui/Icon.tsx'
import { keepTogetherInHtml } from '#ui/keepTogether.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Form, Link } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import { FilterTabs } from '#ui/table/Filter.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { searchPage } from '../searchPage.ts'
import type { Route } from './+types/Search'

/** Other parameters are left out by the loader, and a text that was given twice. */
const isAboutKey = ({ fields }: Refusal, key: unknown) => typeof key === 'string' && (!fields || 'key' in fields)

const load = async (api: Api, { query }: Address) => {
  const { key } = query
  if (!key)
    return { query, found: null, problem: null, newest: await api('GET /catalog/a', { pageNum: query.pageNum }) }
  try {
    const found = await api('GET /search', { ...query, key })
    // Counting the search must not delay the page.
    if (found.total > 0 && found.taken === null) api('POST /search/count', { key }).catch(() => {})
    return { query, found, problem: null, newest: null }
  } catch (error) {
    // A refused query stays in the input, with the error beside it.
    if (isRefusal(error) && isAboutKey(error, key))
      return withStatus(error.code, { query, found: null, problem: error.message, newest: null })
    throw error
  }
}
export const loader = withPageStatus(onServer(load))
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => {
  const key = args.loaderData?.query.key
  return head(args, { name: key ? `搜索“${key}”` : '全站搜索', canonical: '/admin/home/search', hidden: true })
}

export default function Search({ loaderData: { query, found, problem, newest } }: Route.ComponentProps) {
  const key = String(query.key ?? '').trim()
  return (
    <div className="wrap search-page">
      <PageHead crumbs={[{ name: '全站搜索', route: '/admin/home/search' }]} title="全站搜索" />
      <SearchForm value={key} problem={problem} />
      {newest && (
        <section aria-labelledby="search-newest">
          <h2 id="search-newest">全部公开信息</h2>
          <ul role="list" className="article-rows">
            {newest.list.map(row => (
              <ArticleRow key={row.id} row={row} pa={row.catalogId} />
            ))}
          </ul>
          <Pager page={newest} unit="篇" />
        </section>
      )}
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

function SearchForm({ value, problem }: { value: string; problem: string | null }) {
  return (
    <Form className="search-form" aria-label="搜索全站" key={value}>
      <label htmlFor="search-key" className="hidden-text">
        搜索词
      </label>
      <SuggestInput
        id="search-key"
        name="key"
        required
        maxLength={50}
        defaultValue={value}
        placeholder="标题、单位、证书编号、拼音首字母……"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'search-problem' : undefined}
      />
      <button type="submit">
        <Icon name="search" /> 搜索
      </button>
      {problem && (
        <p id="search-problem" role="alert">
          {problem}
        </p>
      )}
    </Form>
  )
}

type Hit = Output<ApiContract['GET /search']>['list'][number]

/** A search result. Title and text come escaped from the server, with `<em>` around the matches. */
function SearchHit({ hit }: { hit: Hit }) {
  return (
    <li>
      <h2>
        {hit.passage === null ? (
          <Link to={hit.route} dangerouslySetInnerHTML={{ __html: hit.title }} />
        ) : (
          // Browsers go to a passage only when they load a page themselves.
          <a href={toPassage(hit.route, hit.passage)} dangerouslySetInnerHTML={{ __html: hit.title }} />
        )}
      </h2>
      {hit.summary && <p dangerouslySetInnerHTML={{ __html: keepTogetherInHtml(hit.summary) }} />}
      <p className="hit-about">
        <Tag tone="water">{hit.typeName}</Tag>
        {hit.catalogName && <span>{hit.catalogName}</span>}
        {hit.publishTime && <time dateTime={hit.publishTime}>{shortDay(hit.publishTime)}</time>}
      </p>
    </li>
  )
}

/** Encodes hyphens, which separate the parts of a text fragment. */
const toPassage = (route: string, passage: string) =>
  `${route}#:~:text=${encodeURIComponent(passage).replaceAll('-', '%2D')}`

type Nothing = { typed: string; suggestions: string[]; hasNear: boolean }

/** Shown without results: corrections first, then close matches; otherwise hints for another search. */
function NothingFound({ typed, suggestions, hasNear }: Nothing) {
  const tries = suggestions.length > 0 && (
    <p className="search-try">
      您要找的是不是：
      {suggestions.map(word => (
        <Link key={word} to={searchPage(word)}>
          {word}
        </Link>
      ))}
    </p>
  )
  if (hasNear)
    return (
      <div className="search-instead" role="status">
        <p>没有找到与“{typed}”有关的内容，以下是相近的结果。</p>
        {tries}
      </div>
    )
  return (
    <Empty title={`没有找到与“${typed}”有关的内容`} icon="search">
      {tries}
      <p>换一个更短的词，或用单位简称、拼音首字母（如 xhzc）、证书编号中的一段。</p>
      <p>
        核对一张证书请用<Link to="/admin/verify">证书查验</Link>
        <PlaceLink to="downloads" before="；找表格请到">
          下载专区
        </PlaceLink>
        。
      </p>
    </Empty>
  )
}
