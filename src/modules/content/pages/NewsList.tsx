import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import { longDay } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { Form } from '#ui/router/router.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import type { Route } from './+types/NewsList'
import { ArticleRow } from './ArticleRow.tsx'
import { Column } from './Column.tsx'
import './newsList.css'

const load = async (api: Api, { params, query }: Address) => {
  const catalogId = pathId(params.catalogId)
  const [list, column, seo, adverts] = await Promise.all([
    api('GET /catalog/a', { ...query, catalogId }),
    api('GET /catalog/2', { catalogId }),
    api('GET /catalog/seo', { catalogId }),
    api('GET /cms/index/noLogin/adverti', { position: 'P4' }),
  ])
  return { list, column, seo, adverts, asked: { key: query.key ?? '', year: query.year ?? '' } }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => {
  const { column, seo, list } = args.loaderData ?? {}
  if (!column || !seo || !list) return []
  const { catalogId, name } = column.current
  const page = list.pageNum > 1 ? `?pageNum=${list.pageNum}` : ''
  return [
    ...head(args, {
      name,
      description: seo.description,
      keywords: seo.keywords,
      canonical: `/admin/news/list/${catalogId}${page}`,
      breadcrumb: crumbsOf(column),
      tags: { ColumnName: name, ColumnType: column.parent.name, ColumnDescription: seo.description },
    }),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: name,
      href: `/admin/news/list/${catalogId}/rss.xml`,
    },
  ]
}

export default function NewsList({ loaderData: { list, column, seo, adverts, asked } }: Route.ComponentProps) {
  const { current } = column
  return (
    <Column column={column} crumbs={crumbsOf(column)} adverts={adverts}>
      <header className="list-head">
        <div>
          <h1>{current.name}</h1>
          {seo.description && <p>{seo.description}</p>}
        </div>
        <Form className="list-filter" aria-label="在本栏目中查找" key={asked.key + asked.year}>
          <input name="key" defaultValue={asked.key} placeholder="标题或正文" aria-label="关键词" maxLength={50} />
          <select name="year" defaultValue={asked.year} aria-label="年份">
            <option value="">全部年份</option>
            {recentYears().map(year => (
              <option key={year}>{year}</option>
            ))}
          </select>
          <button type="submit" className="button">
            查找
          </button>
        </Form>
      </header>
      {list.list.length > 0 ? (
        <ul role="list" className="article-rows">
          {list.list.map(row => (
            <ArticleRow key={row.id} row={row} pa={current.catalogId} />
          ))}
        </ul>
      ) : (
        <EmptyList filtered={Boolean(asked.key || asked.year)} id={current.catalogId} />
      )}
      <Pager page={list} unit="篇" />
    </Column>
  )
}

const EmptyList = ({ filtered, id }: { filtered: boolean; id: number }) => (
  <Empty title={filtered ? '没有符合条件的文章' : '本栏目暂无文章'}>
    <p>{filtered ? <a href={`/admin/news/list/${id}`}>清除条件，查看全部</a> : <a href="/admin/home">返回首页</a>}</p>
  </Empty>
)

function recentYears() {
  const year = Number.parseInt(longDay(new Date().toISOString()), 10)
  return Array.from({ length: 10 }, (_, i) => year - i)
}

const crumbsOf = ({ parent, current }: Route.ComponentProps['loaderData']['column']) => [
  { name: '首页', route: '/admin/home' },
  ...(parent.catalogId === current.catalogId
    ? []
    : [{ name: parent.name, route: `/admin/news/list/${parent.catalogId}` }]),
  { name: current.name, route: `/admin/news/list/${current.catalogId}` },
]
