import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { type Address, type Api, inBrowser, isId, onServer, pathId } from '#api/load.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { minute } from '#lib/dates.ts'
import { Day } from '#ui/Day.tsx'
import { Advert } from '#ui/media/Advert.tsx'
import { ReadAloudButton } from '#ui/media/readAloud/ReadAloudButton.tsx'
import { Share } from '#ui/media/Share.tsx'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import type { Route } from './+types/Article'
import { articlePath } from './ArticleRow.tsx'
import { ArticleText } from './ArticleText.tsx'
import { Column } from './Column.tsx'

const load = async (api: Api, { params, query }: Address) => {
  const article = await api('GET /catalog/a/info', { id: pathId(params.id), pa: isId(query.pa) ? query.pa : undefined })
  const [column, adverts] = await Promise.all([
    api('GET /catalog/2', { catalogId: article.catalogId }),
    api('GET /cms/index/noLogin/adverti', { position: 'P5' }),
  ])
  return { article, column, adverts }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => {
  const article = args.loaderData?.article
  if (!article) return []
  const { seo, title, breadcrumb, id, source, author } = article
  return head(args, {
    name: seo.title,
    description: seo.description,
    keywords: seo.keywords,
    canonical: `/admin/news/list-info/${id}`,
    breadcrumb: [...breadcrumb, { name: '正文', route: null }],
    tags: {
      ColumnName: article.catalogName,
      ArticleTitle: title,
      PubDate: minute(article.publishTime),
      ContentSource: source ?? undefined,
      Author: author ?? undefined,
      Keywords: seo.keywords,
      Description: seo.description,
    },
    jsonLd: {
      '@type': 'NewsArticle',
      headline: title,
      description: seo.description,
      datePublished: article.publishTime,
      dateModified: article.updateTime,
      ...(author ? { author: { '@type': 'Person', name: author } } : {}),
    },
  })
}

export default function Article({ loaderData: { article, column, adverts } }: Route.ComponentProps) {
  const { publicUrl } = useRouteLoaderData<SiteConfig>('root')!
  const views = useViewCount(article.id, article.viewCount)
  return (
    <Column column={column} crumbs={[...article.breadcrumb, { name: '正文', route: null }]}>
      <article className="article">
        <ArticleText
          article={article}
          about={
            <>
              <li>阅读：{views}</li>
              <li>
                <ReadAloudButton />
              </li>
            </>
          }
        />
        <Share title={article.title} url={`${publicUrl}/admin/news/list-info/${article.id}`} />
        <p className="article-print">本文网址：{`${publicUrl}/admin/news/list-info/${article.id}`}</p>
      </article>
      <Neighbours article={article} />
      <div className="article-advert">
        <Advert adverts={adverts} position="P5" />
      </div>
      {article.related.length > 0 && (
        <section className="related" aria-labelledby="related">
          <h2 id="related">相关阅读</h2>
          <ul role="list">
            {article.related.map(({ id, title, publishTime }) => (
              <li key={id}>
                <a href={`/admin/news/list-info/${id}`}>{title}</a>
                <Day of={publishTime} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Column>
  )
}

function Neighbours({
  article: { prev, next, catalogId },
}: {
  article: Route.ComponentProps['loaderData']['article']
}) {
  return (
    <nav className="neighbours" aria-label="上一篇和下一篇">
      <p>上一篇：{prev ? <a href={articlePath({ ...prev, catalogId })}>{prev.title}</a> : '已是最新一篇'}</p>
      <p>下一篇：{next ? <a href={articlePath({ ...next, catalogId })}>{next.title}</a> : '已是最后一篇'}</p>
    </nav>
  )
}

/** Counted by the browser, since the page itself is kept rendered. */
function useViewCount(id: number, known: number) {
  const [views, setViews] = useState(known)
  useEffect(() => {
    setViews(known)
    browserApi('POST /catalog/a/view', { id }).then(
      counted => setViews(counted.viewCount),
      () => {},
    )
  }, [id, known])
  return views
}
